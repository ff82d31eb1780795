package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.join.JoinExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
final class JoinCommand extends ExperimentCommand {
  static final String NAME = "cassandra-join";

  @Mixin private JoinArguments arguments = new JoinArguments();

  @Override
  Experiment read(OptionTexts texts, int processors) {
    return new JoinExperiment(
        new JoinReader(arguments, texts, processors, SourceFolders.distribution()).read(),
        processors);
  }
}
