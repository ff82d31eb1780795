package io.amoeba.coordinator.config;

import io.amoeba.coordinator.config.GrowthSettings.Given;
import io.amoeba.coordinator.config.GrowthSettings.InContainer;
import io.amoeba.coordinator.config.GrowthSettings.OwnCommand;
import io.amoeba.coordinator.config.GrowthSettings.Way;
import io.amoeba.coordinator.plan.GrowthRules;
import io.amoeba.coordinator.plan.StartRules;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the section about growth. Stateless. */
final class GrowthSection {

  private static final String SERVERS = "servers";
  private static final String MEMBERS = "members";
  private static final String GIVEN = "given";
  private static final String COMMAND = "command";
  private static final String CONTAINER = "container";
  private static final String IMAGE = "image";
  private static final String ARGUMENTS = "arguments";
  private static final int MOST_PORT = 65_535;
  private static final int HOUR_MILLIS = 3_600_000;

  private GrowthSection() {}

  static GrowthSettings read(ConfigSection section) {
    String servers = section.text(SERVERS).orElse("none");
    Optional<Way> way =
        switch (servers) {
          case "none", MEMBERS -> Optional.empty();
          case GIVEN -> Optional.of(new Given());
          case COMMAND -> Optional.of(command(section));
          case CONTAINER -> Optional.of(container(section));
          default -> {
            section.problem(
                SERVERS,
                "'" + servers + "'",
                "none, members, given, command or container",
                "With members, hash slots go to members of the cluster that own none; with given,"
                    + " empty servers that run on nodes become members; with command or container,"
                    + " servers are started.");
            yield Optional.empty();
          }
        };
    refuseElsewhere(section, COMMAND, servers);
    refuseElsewhere(section, CONTAINER, servers);
    int port = section.number("port", 1, MOST_PORT, 6379);
    Duration limit = section.millis("startMillis", 1_000, HOUR_MILLIS, 60_000);
    Set<String> nodes = Set.copyOf(section.texts("startNodes"));
    section.refuseUnknownKeys();
    return new GrowthSettings(
        new GrowthRules(
            way.isPresent() || servers.equals(MEMBERS),
            way.map(found -> new StartRules(port, nodes))),
        way.map(found -> new GrowthSettings.Start(found, limit)));
  }

  /** A key of one way to start servers, given with another one. */
  private static void refuseElsewhere(ConfigSection section, String key, String servers) {
    if (section.has(key) && !servers.equals(key)) {
      section.problem(
          key,
          "given, but servers is '" + servers + "'",
          "given with servers: " + key + " alone",
          "Set plans.growth.servers to " + key + ", or remove the " + key + ".");
    }
  }

  private static Way command(ConfigSection section) {
    List<String> words = section.texts(COMMAND);
    if (!section.has(COMMAND)) {
      section.problem(
          COMMAND,
          "missing",
          "a list of words, such as [ssh, --, '{host}', /opt/start-redis, '{port}']",
          "Name the program that starts an empty Redis server in cluster mode on a host.");
    } else if (words.isEmpty()) {
      section.problem(COMMAND, "empty", "a list of words", "Its first word is the program.");
    }
    return new OwnCommand(words);
  }

  private static Way container(ConfigSection growth) {
    ConfigSection section = growth.section(CONTAINER);
    String image =
        section.required(IMAGE, "an image, such as redis:8", "Name the image of the servers.");
    List<String> arguments = section.texts(ARGUMENTS);
    if (arguments.isEmpty()) {
      section.problem(
          ARGUMENTS,
          section.has(ARGUMENTS) ? "empty" : "missing",
          "a list of words, such as [redis-server, --port, '{port}', --cluster-enabled, 'yes']",
          "Start the server as those of the cluster are, with their users and passwords.");
    }
    List<String> engine =
        section.has("engine") ? section.texts("engine") : List.of("docker", "-H", "ssh://{host}");
    if (engine.isEmpty()) {
      section.problem("engine", "empty", "a list of words", "Its first word is the program.");
    }
    List<String> options =
        section.has("options")
            ? section.texts("options")
            : List.of("--network", "host", "--restart", "unless-stopped");
    section.refuseUnknownKeys();
    return new InContainer(engine, options, image, arguments);
  }
}
