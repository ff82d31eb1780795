package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.alignment.AlignmentExperiment;
import io.amoeba.experiments.alignment.AlignmentOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
final class AlignmentCommand implements Callable<Integer> {
  static final String NAME = "alignment";

  @Mixin private AlignmentArguments arguments = new AlignmentArguments();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionTexts texts = new OptionTexts();
    AlignmentOptions options =
        new AlignmentReader(arguments, texts, Runtime.getRuntime().availableProcessors()).read();
    PrintWriter out = spec.commandLine().getOut();
    if (texts.refused(spec.commandLine().getErr())) {
      return ExitCode.USAGE;
    }
    return Failures.told(
        "The experiment",
        spec,
        () ->
            new AlignmentExperiment(options, SourceFolders.docker(), out).run()
                ? ExitCode.OK
                : ExitCode.FAILURE);
  }
}
