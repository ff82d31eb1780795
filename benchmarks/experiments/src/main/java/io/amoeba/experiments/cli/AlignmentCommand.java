package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.alignment.AlignmentExperiment;
import io.amoeba.experiments.scenario.ScenarioExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Random against aligned placement. */
@Command(
    name = AlignmentCommand.NAME,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compares random with aligned placement of keys.",
      "With --containers: Linear Road on clusters of containers. Placements alternate in one warm job."
          + " Shows throughput and latency of operator Toll and the share of local requests, as medians with"
          + " their spread (dissertation 5.4.1 and 5.4.2).",
      "With --scenario: one of the dissertation's scenarios on processes of this machine, with what must hold"
          + " at its end."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba bench alignment --containers --delay 100us",
      "  amoeba bench alignment --containers --nodes 4 --json alignment.json",
      "  amoeba bench alignment --scenario dynamic",
      "",
      "Exit codes: 0 done, 1 failed, a wrong answer or a scenario that did not end as it must, 2 wrong command line."
    })
final class AlignmentCommand extends ExperimentCommand {
  static final String NAME = "alignment";

  @Mixin private AlignmentArguments arguments = new AlignmentArguments();

  @Override
  Experiment read(OptionTexts texts, int processors) {
    String scenario = arguments.scenario;
    if (scenario != null) {
      return new ScenarioExperiment(new ScenarioReader(arguments, texts).read(scenario));
    }
    return new AlignmentExperiment(
        new AlignmentReader(arguments, texts, processors).read(), processors);
  }
}
