package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.SourceFolders;
import io.amoeba.experiments.hints.HintExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reads move from one Cassandra node to another. */
@Command(
    name = HintCommand.NAME,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Moves all reads from one Cassandra node to another that served none; three nodes, each a container with"
          + " little memory and a slow disk.",
      "Shows throughput, latency and miss rate around the move, without and with read hints, and what these"
          + " cost (dissertation 4.3)."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba bench read-hints",
      "  amoeba bench read-hints --modes stock,100,pull --json read-hints.json",
      "  amoeba bench read-hints --workload R80 --disjoint --distribution zipfian --read-iops 2500",
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong command line."
    })
final class HintCommand extends ExperimentCommand {
  static final String NAME = "read-hints";

  @Mixin private HintArguments arguments = new HintArguments();

  @Override
  Experiment read(OptionTexts texts, int processors) {
    return new HintExperiment(
        new HintReader(arguments, texts, processors, SourceFolders.distribution()).read(),
        processors);
  }
}
