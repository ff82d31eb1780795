package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.join.JoinExperiment;
import io.amoeba.experiments.join.JoinOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A node joins a Cassandra cluster under load. */
@Command(
    name = JoinCommand.NAME,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Lets a fourth node join three Cassandra nodes under YCSB's traffic, each a container.",
      "Shows throughput and latency before, during and after, requests served by the joining node, and"
          + " what the join cost (dissertation 2.3)."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba bench cassandra-join",
      "  amoeba bench cassandra-join --modes stock --json join.json",
      "  amoeba bench cassandra-join --workload A --consistency ALL --repeats 3",
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong command line."
    })
final class JoinCommand implements Callable<Integer> {
  static final String NAME = "cassandra-join";

  @Mixin private JoinArguments arguments = new JoinArguments();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    int processors = Runtime.getRuntime().availableProcessors();
    OptionTexts texts = new OptionTexts();
    JoinOptions options =
        new JoinReader(arguments, texts, processors, SourceFolders.distribution()).read();
    PrintWriter out = spec.commandLine().getOut();
    if (texts.refused(spec.commandLine().getErr())) {
      return ExitCode.USAGE;
    }
    return Failures.told(
        "The experiment",
        spec,
        () -> {
          new JoinExperiment(options, SourceFolders.docker(), processors, out).run();
          return ExitCode.OK;
        });
  }
}
