package io.amoeba.experiments.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of the experiment on read hints as they were given. All are texts, so that everything
 * that is wrong can be told at once. Filled by picocli; confined to the main thread.
 */
final class HintArguments {
  @Option(
      names = "--modes",
      paramLabel = "MODE[,MODE…]",
      description =
          "How the other nodes' caches are kept warm: stock (not), 1 to 100 (percent of the read hints that"
              + " they apply), pull (the hot set, before reads move). In turn, a fresh cluster for each."
              + " Default: stock,10,20,33,50,100,pull.")
  @Nullable String modes;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "How often each mode is measured, 1 to 50. Default: 1.")
  @Nullable String repeats;

  @Option(
      names = "--workload",
      paramLabel = "C|B|R80",
      description = "C reads only, B has 95 %% reads, R80 80 %%; the rest are updates. Default: C.")
  @Nullable String workload;

  @Option(
      names = "--distribution",
      paramLabel = "zipfian|uniform",
      description = "How rows are chosen. Default: uniform, as in the paper.")
  @Nullable String distribution;

  @Option(
      names = "--disjoint",
      description = "Read the first half of the rows, and update the second. Needs B or R80.")
  boolean disjoint;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows, 1000 to 10000000; each is on three nodes. Default: 1200000.")
  @Nullable String rows;

  @Option(
      names = "--field-length",
      paramLabel = "N",
      description = "Characters of each of a row's ten fields, 1 to 10000. Default: 100.")
  @Nullable String fieldLength;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      description = "Operations at any time, 1 to 1000. Default: 8, as in the paper.")
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
          "Memory of every node's container, 900 to 100000 MiB, of which 512 are Java's heap; the page cache"
              + " has what is left. Default: 1100.")
  @Nullable String memory;

  @Option(
      names = "--chunk-cache",
      paramLabel = "MIB",
      description =
          "Cassandra's file_cache_size, 33 to 100000 MiB; 32 of it are no cache but buffers."
              + " Default: 96.")
  @Nullable String chunkCache;

  @Option(
      names = "--read-iops",
      paramLabel = "N",
      description =
          "Reads per second of every node's disk, 10 to 1000000: 250 is a hard disk, 2500 a small SSD."
              + " Default: 250.")
  @Nullable String readIops;

  @Option(
      names = "--agent-options",
      paramLabel = "KEY=VALUE[,…]",
      description = "More options of the agent, for example lz4=on. Default: none.")
  @Nullable String agentOptions;

  @Mixin JvmArguments jvm = new JvmArguments();

  @Option(
      names = "--code-warm-up",
      paramLabel = "TIME",
      description =
          "Traffic of few rows on every node with all processors, for the compilers, 5s to 10m."
              + " Default: 45s.")
  @Nullable String codeWarmUp;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      description =
          "How long is waited at most until the serving node's caches are steady, 5s to 2h."
              + " Default: 15m.")
  @Nullable String warmUp;

  @Option(
      names = "--overhead-pairs",
      paramLabel = "N",
      description =
          "How often the serving node captures reads while its overhead is measured, each time between two"
              + " times in which it does not, 0 to 100. Default: 6; 0 does not measure it.")
  @Nullable String overheadPairs;

  @Option(
      names = "--overhead-phase",
      paramLabel = "TIME",
      description = "How long each of these times is, 5s to 10m. Default: 15s.")
  @Nullable String overheadPhase;

  @Option(
      names = "--before",
      paramLabel = "TIME",
      description = "How long is measured before reads move, 10s to 30m. Default: 60s.")
  @Nullable String before;

  @Option(
      names = "--after",
      paramLabel = "TIME",
      description = "How long is measured after it, 15s to 2h. Default: 240s.")
  @Nullable String after;

  @Mixin OutputArguments outputs = new OutputArguments();
}
