package io.amoeba.experiments.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of the alignment experiment as they were given. All are texts, so that everything
 * that is wrong can be told at once. Filled by picocli; confined to the main thread.
 */
final class AlignmentArguments {
  @Option(
      names = "--containers",
      description =
          "Compare throughput: every node is a container with its own limits. Either this or --scenario.")
  boolean containers;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      description = {
        "Show a scenario on processes of this machine, of which each node has its own address:"
            + " unaligned, local requests by size of the cluster; static, random against aligned placement;"
            + " dynamic, alignment in the middle of a run; migration, the same after the migration of the"
            + " Redis primaries from other nodes."
      })
  @Nullable String scenario;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description =
          "How long traffic is fed in each run of a scenario, 30s to 1h. Default: 45s; 120s for dynamic and migration, 150s for elasticity and rescale.")
  @Nullable String duration;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      description =
          "How much longer a packet between nodes takes, in each direction: 0us to 10ms. Default: 100us.")
  @Nullable String delay;

  @Option(
      names = "--nodes",
      paramLabel = "N[,N…]",
      description =
          "Sizes of the cluster, 2 to 8. Default: 2,4,8; 1,2,3,4 for scenario unaligned, 2,3,4 for static, 3 for dynamic, migration, elasticity and rescale.")
  @Nullable String nodes;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "How often both placements are measured on each size, 2 to 50. Default: 5.")
  @Nullable String pairs;

  @Option(
      names = "--phase",
      paramLabel = "TIME",
      description =
          "How long one placement is in force, 12s to 10m. Default: 120s; from 0.3 processors per"
              + " node on 60s.")
  @Nullable String phase;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      description =
          "Before the first measurement on each size, 20s to 10m. Default: 25s for each node"
              + " of the largest size, 90s at least; from 0.3 processors per node on 60s for each.")
  @Nullable String warmUp;

  @Option(
      names = "--cpus-per-node",
      paramLabel = "X",
      description =
          "Processors of every TaskManager while it is measured, the same for all sizes. Default: what"
              + " this machine has for the largest one.")
  @Nullable String cpusPerNode;

  @Mixin OutputArguments outputs = new OutputArguments();
}
