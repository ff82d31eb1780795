package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.containers.fault.NetworkFault;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Limits;
import io.amoeba.containers.stack.Stack;
import io.amoeba.containers.stack.StackSettings;
import io.amoeba.experiments.hints.HintMode;
import io.amoeba.experiments.join.JoinMode;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Three Cassandra nodes in containers, RF 3, and a fourth that can join. Closing removes them.
 * Confined to one thread.
 */
final class CassandraNodes implements AutoCloseable {
  static final int FIRST_NODES = 3;
  static final int JOINING_NODE = 4;

  private static final String AGENT = "-javaagent:/opt/cassandra/lib/";

  /** Four steps, slow enough for each to be seen; both agents have to get on with each other. */
  private static final List<String> AGENTS =
      List.of(
          AGENT + JoinMode.AGENT_JAR + "=tokens-per-step=4,pace=1MiB/s,on-ineligible=fail",
          AGENT + HintMode.AGENT_JAR);

  private static final Duration START = Duration.ofMinutes(4);
  private static final Duration JOIN = Duration.ofMinutes(4);
  private static final Duration POLL = Duration.ofMillis(300);
  private static final int CQL_PORT = 9042;
  private static final Pattern UP = Pattern.compile("^UN ", Pattern.MULTILINE);

  private static final Pattern JOINING = Pattern.compile("^[UD]J ", Pattern.MULTILINE);
  private static final Pattern DOWN = Pattern.compile("^D[NJ] ", Pattern.MULTILINE);

  /** It streams a step ahead before it serves the one before that. */
  private static final Pattern SECOND_STEP =
      Pattern.compile("Incremental join: step 2 of \\d+, epoch \\d+: \\w+; [1-9]\\d* of");

  private static final Pattern APPLIED = Pattern.compile("\\bapplied\\W+(\\d+)");

  private final Stack stack;

  private CassandraNodes(Stack stack) {
    this.stack = stack;
  }

  /** Starts three nodes with both agents, to be checked by {@link CheckedClients}. */
  static CassandraNodes startChecked(String project, Path... changes) {
    List<String> options = new ArrayList<>(CheckedClients.NODE_OPTIONS);
    options.addAll(AGENTS);
    return start(project, options, List.of(changes));
  }

  /**
   * Starts three nodes and waits until they serve.
   *
   * @param jvmOptions of every node
   * @param changes of the compose file
   */
  static CassandraNodes start(String project, List<String> jvmOptions, List<Path> changes) {
    Map<String, String> variables = new HashMap<>(Containers.images().variables());
    variables.put("COMPOSE_PROFILES", "cassandra,cassandra-join,traffic");
    variables.put("CASSANDRA_PORT", "0");
    List<String> options = new ArrayList<>(jvmOptions);
    // Small machines: the costly compiler is for real clusters, and so are long waits for news.
    options.add("-XX:TieredStopAtLevel=1");
    options.add("-Dcassandra.ring_delay_ms=5000");
    options.add("-Dcassandra.skip_wait_for_gossip_to_settle=0");
    options.add("-Dcassandra.config.allow_system_properties=true");
    variables.put("CASSANDRA_OPTIONS", String.join(" ", options));
    Map<String, Limits> limits = new HashMap<>();
    List<String> services = new ArrayList<>();
    for (int node = 1; node <= JOINING_NODE; node++) {
      limits.put(service(node), Limits.ofCpus(Runtime.getRuntime().availableProcessors()));
      if (node <= FIRST_NODES) {
        services.add(service(node));
      }
    }
    Stack stack =
        Stack.start(
            Containers.engine(),
            new StackSettings(
                Containers.images().dockerFolder().resolve("cassandra").resolve("compose.yaml"),
                changes,
                project,
                services,
                variables,
                limits));
    CassandraNodes nodes = new CassandraNodes(stack);
    boolean ready = false;
    try {
      stack.awaitHealthy(List.of(), START, waiting -> {});
      nodes.awaitMembers(FIRST_NODES);
      ready = true;
      return nodes;
    } finally {
      if (!ready) {
        nodes.close();
      }
    }
  }

  static String service(int node) {
    return "cassandra-" + node;
  }

  Container node(int number) {
    return stack.container(service(number));
  }

  /** Engines on Linux let this machine reach a container by its own address. */
  InetSocketAddress cql(int node) {
    return new InetSocketAddress(
        node(node).exec("hostname", "-i").strip().split(" ", -1)[0], CQL_PORT);
  }

  /** Traffic with these options. */
  Container traffic(String... options) {
    List<String> words = new ArrayList<>(List.of("bench", "traffic", "--contact=cassandra-1"));
    words.addAll(List.of(options));
    return stack.run("traffic", words);
  }

  /** Starts the fourth node; does not wait. */
  Container launchJoiningNode() {
    stack.startMore(List.of(service(JOINING_NODE)));
    return node(JOINING_NODE);
  }

  /**
   * Waits until the fourth node, which has the agents, serves its first step and works on the
   * second.
   */
  void awaitSecondStep() {
    await()
        .atMost(JOIN)
        .pollInterval(POLL)
        .until(() -> SECOND_STEP.matcher(node(JOINING_NODE).logTail(Integer.MAX_VALUE)).find());
  }

  /** How many reads a node has repeated to keep its caches warm. */
  long appliedReadHints(int node) {
    String counters =
        node(node)
            .exec(
                "nodetool", "sjk", "mx", "-b", "io.amoeba:type=ReadHints", "-mg", "-f", "Counters");
    Matcher applied = APPLIED.matcher(counters);
    assertThat(applied.find()).as(counters).isTrue();
    return Long.parseLong(applied.group(1));
  }

  /** Pulls a node's cable. */
  NetworkFault cut(int node) {
    return NetworkFault.cut(Containers.engine(), stack, node(node));
  }

  /** Waits until the first node believes that another one is down. */
  void awaitOneDown() {
    await()
        .atMost(JOIN)
        .pollInterval(POLL)
        .until(() -> DOWN.matcher(node(1).exec("nodetool", "status")).results().count() == 1);
  }

  /** The fourth node is no full member yet. */
  void assertJoining() {
    assertThat(node(1).exec("nodetool", "status")).containsPattern(JOINING);
  }

  /** Waits until every node serves clients, and sees so many members, all of them up. */
  void awaitMembers(int count) {
    stack.awaitHealthy(List.of(), JOIN, waiting -> {});
    for (int node = 1; node <= count; node++) {
      Container asked = node(node);
      await()
          .atMost(JOIN)
          .until(() -> UP.matcher(asked.exec("nodetool", "status")).results().count() == count);
    }
  }

  @Override
  public void close() {
    try {
      stack.saveLogs(Containers.logs().resolve(stack.project()));
    } finally {
      stack.close();
    }
  }
}
