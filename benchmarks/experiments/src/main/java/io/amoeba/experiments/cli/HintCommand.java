package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.hints.HintExperiment;
import io.amoeba.experiments.hints.HintOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
final class HintCommand implements Callable<Integer> {
  static final String NAME = "read-hints";

  @Mixin private HintArguments arguments = new HintArguments();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    int processors = Runtime.getRuntime().availableProcessors();
    OptionTexts texts = new OptionTexts();
    HintOptions options =
        new HintReader(arguments, texts, processors, SourceFolders.distribution()).read();
    PrintWriter out = spec.commandLine().getOut();
    if (texts.refused(spec.commandLine().getErr())) {
      return ExitCode.USAGE;
    }
    return Failures.told(
        "The experiment",
        spec,
        () -> {
          new HintExperiment(options, SourceFolders.docker(), processors, out).run();
          return ExitCode.OK;
        });
  }
}
