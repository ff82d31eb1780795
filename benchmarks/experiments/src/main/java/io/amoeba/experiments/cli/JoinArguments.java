package io.amoeba.experiments.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of the join experiment as they were given. All are texts, so that everything that is
 * wrong can be told at once. Filled by picocli; confined to the main thread.
 */
final class JoinArguments {
  @Option(
      names = "--modes",
      paramLabel = "MODE[,MODE…]",
      description =
          "How the node joins: stock, stock-throttled (senders no faster than incrementally),"
              + " sequential-only (served at the end only), incremental, incremental-grouped (from all senders"
              + " at the same time). In turn, a fresh cluster for each."
              + " Default: stock,incremental.")
  @Nullable String modes;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "How often each mode is measured, 1 to 50. Default: 1.")
  @Nullable String repeats;

  @Option(
      names = "--members",
      paramLabel = "N",
      description =
          "Nodes before the join, 3 to 7; with more than three, not every node has every row."
              + " Default: 3.")
  @Nullable String members;

  @Option(
      names = "--workload",
      paramLabel = "A|B",
      description = "YCSB's: A has 50 %% reads, B 95 %%. Default: B.")
  @Nullable String workload;

  @Option(
      names = "--consistency",
      paramLabel = "QUORUM|ALL",
      description = "How many replicas have to answer. Default: QUORUM.")
  @Nullable String consistency;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows, 1000 to 10000000; each is on three nodes. Default: 2600000.")
  @Nullable String rows;

  @Option(
      names = "--field-length",
      paramLabel = "N",
      description = "Characters of each of a row's ten fields, 1 to 10000. Default: 100.")
  @Nullable String fieldLength;

  @Option(
      names = "--sstables",
      paramLabel = "N",
      description =
          "SSTables of one size in which every node has the rows, 1 to 32; four or more are"
              + " compacted before the join. Default: 3.")
  @Nullable String sstables;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      description = "Operations at any time, 1 to 1000. Default: 64.")
  @Nullable String inFlight;

  @Option(
      names = "--cpus-per-node",
      paramLabel = "X",
      description = "Processors of every node while it is measured. Default: 0.4.")
  @Nullable String cpusPerNode;

  @Option(
      names = "--memory",
      paramLabel = "MIB",
      description =
          "Memory of every node's container, 1100 to 100000 MiB, of which 700 are Java's heap; the page"
              + " cache has what is left. Default: 1300.")
  @Nullable String memory;

  @Option(
      names = "--read-iops",
      paramLabel = "N",
      description =
          "Reads per second of every node's disk, 10 to 1000000, those of streams, too: 250 is a hard disk."
              + " 0: no limit; with --memory for all rows, processors are what limits nodes. Default: 250.")
  @Nullable String readIops;

  @Option(
      names = "--stream-rate",
      paramLabel = "MIB",
      description =
          "Cassandra's stream_throughput_outbound in MiB/s, 0 (no limit) to 1000. Default: 0.")
  @Nullable String streamRate;

  @Option(
      names = "--agent-options",
      paramLabel = "KEY=VALUE[,…]",
      description = "More options of the agent, for example group-size=3. Default: none.")
  @Nullable String agentOptions;

  @Mixin JvmArguments jvm = new JvmArguments();

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      description =
          "Traffic with all processors before their limit, 5s to 30m: until caches are full."
              + " Default: 180s, or 45s without a limit of reads.")
  @Nullable String warmUp;

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      description =
          "How long the begin of the join may wait until throughput under the limit is steady, and"
              + " Cassandra's dynamic snitch has been reset once since the start, 0s to 30m."
              + " Default: 600s.")
  @Nullable String settle;

  @Option(
      names = "--before",
      paramLabel = "TIME",
      description = "How long the baseline is measured, 10s to 10m. Default: 60s.")
  @Nullable String before;

  @Option(
      names = "--after",
      paramLabel = "TIME",
      description =
          "How long the node is measured as a full member, 30s to 30m; its caches and compilers need"
              + " some minutes. Default: 300s.")
  @Nullable String after;

  @Mixin OutputArguments outputs = new OutputArguments();
}
