package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.SourceFolders;
import io.amoeba.experiments.join.JoinExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A node joins a Cassandra cluster under load. */
@Command(
    name = JoinCommand.NAME,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Lets a node join three Cassandra nodes or more under YCSB's traffic, each a container with little memory"
          + " and a slow disk.",
      "Shows throughput and latency before, during and after, requests served by the joining node, reads of"
          + " disks, and what the join cost (dissertation 2.3)."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba bench cassandra-join",
      "  amoeba bench cassandra-join --modes stock --json join.json",
      "  amoeba bench cassandra-join --workload A --consistency ALL --repeats 3",
      "  amoeba bench cassandra-join --read-iops 0 --memory 4200 --cpus-per-node 0.25   all rows in memory",
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
