package io.amoeba.coordinator.config;

import io.amoeba.coordinator.plan.GrowthRules;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the section about growth. Stateless. */
final class GrowthSection {

  private static final String COMMAND = "command";
  private static final int MOST_PORT = 65_535;
  private static final int HOUR_MILLIS = 3_600_000;

  private GrowthSection() {}

  static GrowthSettings read(ConfigSection section) {
    String servers = section.text("servers").orElse("none");
    if (!List.of("none", "members", COMMAND).contains(servers)) {
      section.problem(
          "servers",
          "'" + servers + "'",
          "none, members or command",
          "With members, hash slots go to members of the cluster that own none: CLUSTER MEET an"
              + " empty server to give it; with command, plans.growth.command starts them.");
    }
    boolean starts = servers.equals(COMMAND);
    List<String> command = section.texts(COMMAND);
    if (starts && !section.has(COMMAND)) {
      section.problem(
          COMMAND,
          "missing",
          "a list of words, such as [/opt/start-redis, '{host}', '{port}']",
          "Name the program that starts an empty Redis server in cluster mode on a host.");
    } else if (starts && command.isEmpty()) {
      section.problem(COMMAND, "empty", "a list of words", "Its first word is the program.");
    } else if (!starts && section.has(COMMAND)) {
      section.problem(
          COMMAND,
          "given, but servers is '" + servers + "'",
          "given with servers: command alone",
          "Set plans.growth.servers to command, or remove the command.");
    }
    int port = section.number("port", 1, MOST_PORT, 6379);
    GrowthSettings growth =
        new GrowthSettings(
            new GrowthRules(
                starts || servers.equals("members"),
                starts ? OptionalInt.of(port) : OptionalInt.empty()),
            starts
                ? Optional.of(
                    new GrowthSettings.Start(
                        command, section.millis("startMillis", 1_000, HOUR_MILLIS, 60_000)))
                : Optional.empty());
    section.has("startMillis");
    section.refuseUnknownKeys();
    return growth;
  }
}
