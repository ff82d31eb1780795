package io.amoeba.experiments.join;

import io.amoeba.experiments.cassandra.CassandraSettings;
import java.util.Locale;

/**
 * How the members are started, and the node that can join; all with the tokens of {@link
 * TokenPlan}. Stateless.
 */
final class JoinNodes {
  private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

  /** Cassandra's default, 64 MiB/s, is for nodes of some CPUs; taken as four. */
  private static final double COMPACTION_MEBIBYTES_PER_CPU = 16;

  private JoinNodes() {}

  /**
   * The settings of a mode.
   *
   * @param streamMebibytesPerSecond limit of each sender; 0: none
   */
  static CassandraSettings settings(
      JoinMode mode, JoinOptions options, double streamMebibytesPerSecond) {
    return new CassandraSettings(
        options.members(),
        jvmOptions(mode, options, streamMebibytesPerSecond),
        new TokenPlan(options.members())::jvmOption,
        options.nodes().sizes());
  }

  private static String jvmOptions(
      JoinMode mode, JoinOptions options, double streamMebibytesPerSecond) {
    String rate = rate(streamMebibytesPerSecond);
    // Of those that it has while it is measured.
    double cpus = options.nodes().sizes().cpus();
    return String.join(
        " ",
        "-Dcassandra.settings.stream_throughput_outbound=" + rate,
        "-Dcassandra.settings.entire_sstable_stream_throughput_outbound=" + rate,
        "-Dcassandra.settings.compaction_throughput=" + rate(cpus * COMPACTION_MEBIBYTES_PER_CPU),
        mode.jvmOptions(options.nodes().nodeOptions().agent()),
        options.nodes().nodeOptions().jvm());
  }

  private static String rate(double mebibytesPerSecond) {
    return String.format(Locale.ROOT, "%.0fKiB/s", mebibytesPerSecond * KIBIBYTES_PER_MEBIBYTE);
  }
}
