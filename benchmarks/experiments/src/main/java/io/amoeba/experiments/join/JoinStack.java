package io.amoeba.experiments.join;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Limits;
import io.amoeba.containers.stack.Stack;
import io.amoeba.containers.stack.StackSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The stack of {@code docker/cassandra/compose.yaml}: three nodes, and one that can join. Closing
 * removes it. Safe for concurrent use.
 */
final class JoinStack implements AutoCloseable {
  static final int NODES = 3;

  private static final String JOINER = "cassandra-4";
  private static final int JOINER_NODE = 4;
  private static final Duration START = Duration.ofMinutes(6);
  private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

  private final Stack stack;

  private JoinStack(Stack stack) {
    this.stack = stack;
  }

  /**
   * Starts three nodes and waits until they serve.
   *
   * @param jvmOptions of every node, besides those that all runs have
   * @param cpus of every node
   * @param streamMebibytesPerSecond limit of each sender; 0: none
   */
  static JoinStack start(
      Engine engine,
      Images images,
      String jvmOptions,
      double cpus,
      double streamMebibytesPerSecond,
      Consumer<String> progress) {
    Map<String, String> variables = new HashMap<>(images.variables());
    // Services are started by name; these profiles are those which they may depend on.
    variables.put("COMPOSE_PROFILES", "cassandra,cassandra-join,traffic");
    // Any free port: other stacks may run.
    variables.put("CASSANDRA_PORT", "0");
    // Room for all rows in the page cache: disks of shared machines are no subject.
    variables.put("CASSANDRA_MEMORY", "4200m");
    variables.put("CASSANDRA_OPTIONS", jvmOptions(jvmOptions, streamMebibytesPerSecond));
    Map<String, Limits> limits = new HashMap<>();
    List<String> services = new ArrayList<>();
    for (int node = 1; node <= JOINER_NODE; node++) {
      variables.put("CASSANDRA_%d_OPTIONS".formatted(node), TokenPlan.jvmOption(node));
      limits.put("cassandra-" + node, Limits.ofCpus(cpus));
      if (node <= NODES) {
        services.add("cassandra-" + node);
      }
    }
    Stack stack =
        Stack.start(
            engine,
            new StackSettings(
                images.dockerFolder().resolve("cassandra").resolve("compose.yaml"),
                "amoeba-" + Long.toHexString(System.nanoTime()),
                services,
                variables,
                limits));
    boolean ready = false;
    try {
      stack.awaitHealthy(List.of(), START, progress);
      ready = true;
      return new JoinStack(stack);
    } finally {
      if (!ready) {
        stack.close();
      }
    }
  }

  private static String jvmOptions(String more, double streamMebibytesPerSecond) {
    String rate =
        String.format(Locale.ROOT, "%.0fKiB/s", streamMebibytesPerSecond * KIBIBYTES_PER_MEBIBYTE);
    return String.join(
        " ",
        "-Dcassandra.config.allow_system_properties=true",
        "-Dcassandra.settings.stream_throughput_outbound=" + rate,
        "-Dcassandra.settings.entire_sstable_stream_throughput_outbound=" + rate,
        more);
  }

  Stack stack() {
    return stack;
  }

  /** A node, 1 … 3. */
  Container node(int node) {
    return stack.container("cassandra-" + node);
  }

  /** Starts the fourth node. */
  Container startJoiner() {
    stack.startMore(List.of(JOINER));
    return stack.container(JOINER);
  }

  /** Begins to load or to ask, with these options. */
  Container traffic(List<String> options) {
    List<String> words = new ArrayList<>(List.of("bench", "ycsb", "--contact=cassandra-1"));
    words.addAll(options);
    return stack.run("traffic", words);
  }

  /** Begins to watch the fourth node; to be asked when it is started. */
  Container watch() {
    return stack.run("watch", List.of());
  }

  @Override
  public void close() {
    stack.close();
  }
}
