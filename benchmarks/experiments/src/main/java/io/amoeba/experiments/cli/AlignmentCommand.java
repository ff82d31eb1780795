package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.alignment.AlignmentExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Random against aligned placement. */
@Command(
    name = AlignmentCommand.NAME,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compares random with aligned placement of keys: Linear Road on clusters of containers.",
      "Placements alternate in one warm job. Shows throughput and latency of operator Toll and the share"
          + " of local requests, as medians with their spread (dissertation 5.4.1 and 5.4.2)."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba bench alignment --containers --delay 100us",
      "  amoeba bench alignment --containers --nodes 4 --json alignment.json",
      "",
      "Exit codes: 0 done, 1 failed or a wrong answer, 2 wrong command line."
    })
final class AlignmentCommand extends ExperimentCommand {
  static final String NAME = "alignment";

  @Mixin private AlignmentArguments arguments = new AlignmentArguments();

  @Override
  Experiment read(OptionTexts texts, int processors) {
    return new AlignmentExperiment(new AlignmentReader(arguments, texts, processors).read());
  }
}
