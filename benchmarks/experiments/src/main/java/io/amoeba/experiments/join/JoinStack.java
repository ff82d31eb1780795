package io.amoeba.experiments.join;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.cassandra.CassandraSettings;
import io.amoeba.experiments.cassandra.CassandraStack;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The members, and a node that can join; all with the tokens of {@link TokenPlan}. Closing removes
 * it. Immutable.
 */
record JoinStack(CassandraStack nodes) implements AutoCloseable {
  private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

  /** Cassandra's default, 64 MiB/s, is for nodes of some processors; taken as four. */
  private static final double COMPACTION_MEBIBYTES_PER_CPU = 16;

  /**
   * Starts the members and waits until they serve.
   *
   * @param cpus of every node, until it is measured
   * @param streamMebibytesPerSecond limit of each sender; 0: none
   */
  static JoinStack start(
      Engine engine,
      Images images,
      JoinMode mode,
      JoinOptions options,
      double cpus,
      double streamMebibytesPerSecond,
      Consumer<String> progress) {
    TokenPlan plan = new TokenPlan(options.members());
    Map<Integer, String> tokens = new HashMap<>();
    for (int node = 1; node <= options.members() + 1; node++) {
      tokens.put(node, plan.jvmOption(node));
    }
    return new JoinStack(
        CassandraStack.start(
            engine,
            images,
            new CassandraSettings(
                options.members(),
                jvmOptions(mode, options, streamMebibytesPerSecond),
                tokens,
                options.sizes(),
                cpus),
            progress));
  }

  private static String jvmOptions(
      JoinMode mode, JoinOptions options, double streamMebibytesPerSecond) {
    String rate = rate(streamMebibytesPerSecond);
    // Of those that it has while it is measured.
    double cpus = options.sizes().cpus();
    return String.join(
        " ",
        "-Dcassandra.settings.stream_throughput_outbound=" + rate,
        "-Dcassandra.settings.entire_sstable_stream_throughput_outbound=" + rate,
        "-Dcassandra.settings.compaction_throughput=" + rate(cpus * COMPACTION_MEBIBYTES_PER_CPU),
        mode.jvmOptions(options.nodeOptions().agent()),
        options.nodeOptions().jvm());
  }

  private static String rate(double mebibytesPerSecond) {
    return String.format(Locale.ROOT, "%.0fKiB/s", mebibytesPerSecond * KIBIBYTES_PER_MEBIBYTE);
  }

  /** Begins to watch the joining node; to be asked when it is started. */
  Container watch() {
    return nodes.run("watch", List.of());
  }

  @Override
  public void close() {
    nodes.close();
  }
}
