package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.yaml.YamlSection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether, and to what servers, the store grows. Immutable.
 *
 * @param wanted whether it grows to empty members
 * @param start how a server is started on a node that has none; empty: none is started
 */
public record GrowthSettings(boolean wanted, Optional<Start> start) {

  /** It does not grow. */
  public static final GrowthSettings NONE = new GrowthSettings(false, Optional.empty());

  /** It grows to what is a member already. */
  public static final GrowthSettings TO_MEMBERS = new GrowthSettings(true, Optional.empty());

  /** The key by which the store grows. */
  public static final String SETTING = "plans.growth.servers";

  private static final String SERVERS = "servers";
  private static final String MEMBERS = "members";
  private static final String GIVEN = "given";
  private static final String COMMAND = "command";
  private static final String CONTAINER = "container";
  private static final String IMAGE = "image";
  private static final String ARGUMENTS = "arguments";

  /**
   * How and where servers are started. Immutable.
   *
   * @param port where they take clients
   * @param nodes by name; empty: every node of the job
   * @param timeout of each command, and after it until every primary knows the server
   */
  public record Start(Method method, int port, Set<String> nodes, Duration timeout) {

    public Start {
      nodes = Set.copyOf(nodes);
    }

    boolean allows(String node) {
      return nodes.isEmpty() || nodes.contains(node);
    }
  }

  /** What starts a server. Words may have placeholders for its node, host and port. */
  public sealed interface Method permits Given, OwnCommand, InContainer {

    /** As the configuration names it. */
    String text();
  }

  /** Nothing: servers run already, outside of the cluster. */
  public record Given() implements Method {
    @Override
    public String text() {
      return GIVEN;
    }
  }

  /** A command of the operators'. Immutable. */
  public record OwnCommand(List<String> words) implements Method {
    public OwnCommand {
      words = List.copyOf(words);
    }

    @Override
    public String text() {
      return COMMAND;
    }
  }

  /**
   * The command line of a container engine. Immutable.
   *
   * @param engine begins each of its commands, such as {@code docker -H ssh://{host}}
   * @param options of {@code run}, before the image
   * @param arguments after the image
   */
  public record InContainer(
      List<String> engine, List<String> options, String image, List<String> arguments)
      implements Method {
    public InContainer {
      engine = List.copyOf(engine);
      options = List.copyOf(options);
      arguments = List.copyOf(arguments);
    }

    @Override
    public String text() {
      return CONTAINER;
    }
  }

  /** The value of {@link #SETTING}. */
  public String servers() {
    if (!wanted) {
      return "none";
    }
    return start.map(found -> found.method().text()).orElse(MEMBERS);
  }

  /** Why no server is started on a node that has none; empty: one may be started. */
  public Optional<Problem> closedTo(String node) {
    return start.filter(found -> found.allows(node)).isPresent()
        ? Optional.empty()
        : Optional.of(
            Problem.warning(
                "SERVER_MISSING",
                node,
                "has subtasks and no Redis server",
                "Start an empty one there, and CLUSTER MEET it."));
  }

  /** Reads the section about it. */
  public static GrowthSettings read(YamlSection section) {
    String servers =
        section.oneOf(
            SERVERS,
            List.of("none", MEMBERS, GIVEN, COMMAND, CONTAINER),
            "none",
            "With members, hash slots go to members of the cluster that own none; with given,"
                + " empty servers that run on nodes become members; with command or container,"
                + " servers are started.");
    Optional<Method> method =
        switch (servers) {
          case GIVEN -> Optional.of(new Given());
          case COMMAND -> Optional.of(command(section));
          case CONTAINER -> Optional.of(container(section));
          default -> Optional.empty();
        };
    refuseElsewhere(section, COMMAND, servers);
    refuseElsewhere(section, CONTAINER, servers);
    int port = section.number("port", 1, 65_535, 6379);
    Duration timeout =
        section.duration(
            "startTimeout", Duration.ofSeconds(1), Duration.ofHours(1), Duration.ofMinutes(1));
    Set<String> nodes = Set.copyOf(section.texts("startNodes"));
    section.refuseUnknownKeys();
    return new GrowthSettings(
        method.isPresent() || servers.equals(MEMBERS),
        method.map(found -> new Start(found, port, nodes, timeout)));
  }

  /** A key of one way to start servers, given with another one. */
  private static void refuseElsewhere(YamlSection section, String key, String servers) {
    if (section.has(key) && !servers.equals(key)) {
      section.problem(
          key,
          "given, but servers is '" + servers + "'",
          "given with servers: " + key + " alone",
          "Set plans.growth.servers to " + key + ", or remove the " + key + ".");
    }
  }

  private static Method command(YamlSection section) {
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

  private static Method container(YamlSection growth) {
    YamlSection section = growth.section(CONTAINER);
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
