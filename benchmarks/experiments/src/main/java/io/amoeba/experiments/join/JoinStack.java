package io.amoeba.experiments.join;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Limits;
import io.amoeba.experiments.cassandra.CassandraSettings;
import io.amoeba.experiments.cassandra.CassandraStack;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Three nodes, and one that can join; all with the tokens of {@link TokenPlan}. Closing removes it.
 * Immutable.
 */
record JoinStack(CassandraStack nodes) implements AutoCloseable {
  private static final int JOINER = 4;
  private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

  /** Cassandra's default, 64 MiB/s, is for nodes of some processors; taken as four. */
  private static final double COMPACTION_MEBIBYTES_PER_CPU = 16;

  /** Room for all rows in the page cache: disks of shared machines are no subject. */
  private static final Map<String, String> VARIABLES = Map.of("CASSANDRA_MEMORY", "4200m");

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
    Map<Integer, String> tokens = new HashMap<>();
    for (int node = 1; node <= JOINER; node++) {
      tokens.put(node, TokenPlan.jvmOption(node));
    }
    return new JoinStack(
        CassandraStack.start(
            engine,
            images,
            new CassandraSettings(
                jvmOptions(jvmOptions, cpus, streamMebibytesPerSecond),
                tokens,
                Limits.ofCpus(cpus),
                VARIABLES),
            progress));
  }

  private static String jvmOptions(String more, double cpus, double streamMebibytesPerSecond) {
    String rate = rate(streamMebibytesPerSecond);
    return String.join(
        " ",
        "-Dcassandra.config.allow_system_properties=true",
        "-Dcassandra.settings.stream_throughput_outbound=" + rate,
        "-Dcassandra.settings.entire_sstable_stream_throughput_outbound=" + rate,
        "-Dcassandra.settings.compaction_throughput=" + rate(cpus * COMPACTION_MEBIBYTES_PER_CPU),
        more);
  }

  private static String rate(double mebibytesPerSecond) {
    return String.format(Locale.ROOT, "%.0fKiB/s", mebibytesPerSecond * KIBIBYTES_PER_MEBIBYTE);
  }

  /** Begins to watch the fourth node; to be asked when it is started. */
  Container watch() {
    return nodes.run("watch", List.of());
  }

  @Override
  public void close() {
    nodes.close();
  }
}
