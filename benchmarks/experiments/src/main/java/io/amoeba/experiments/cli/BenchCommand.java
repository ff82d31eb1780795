package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.AmoebaSubcommand;
import io.amoeba.experiments.alignment.AlignmentCommand;
import io.amoeba.experiments.hints.HintCommand;
import io.amoeba.experiments.hints.PullHotSetCommand;
import io.amoeba.experiments.hints.RestReplaysCommand;
import io.amoeba.experiments.hints.ShowReadsCommand;
import io.amoeba.experiments.hints.SwitchCaptureCommand;
import io.amoeba.experiments.hints.WatchCachesCommand;
import io.amoeba.experiments.join.JoinCommand;
import io.amoeba.experiments.join.ShowJoinCommand;
import io.amoeba.experiments.join.WatchJoinCommand;
import io.amoeba.experiments.join.WatchNodeCommand;
import io.amoeba.experiments.scenario.ScenarioCommand;
import io.amoeba.experiments.ycsb.YcsbCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The experiments; each is a subcommand. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {
      AlignmentCommand.class,
      ScenarioCommand.class,
      JoinCommand.class,
      HintCommand.class,
      YcsbCommand.class,
      WatchNodeCommand.class,
      WatchJoinCommand.class,
      ShowJoinCommand.class,
      WatchCachesCommand.class,
      ShowReadsCommand.class,
      PullHotSetCommand.class,
      RestReplaysCommand.class,
      SwitchCaptureCommand.class
    },
    description = "Measures what Amoeba gains, by experiments of the papers on real servers.",
    footer = {
      "",
      "Examples:",
      "  amoeba bench alignment             random against aligned placement",
      "  amoeba bench alignment --nodes 4   on one size of the cluster only",
      "  amoeba bench scenario dynamic      alignment in the middle of a run, without containers",
      "  amoeba bench cassandra-join        a node joins a Cassandra cluster under load",
      "  amoeba bench read-hints            reads move to a node that served none"
    })
public final class BenchCommand implements AmoebaSubcommand, Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Called by the service loader. */
  public BenchCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to measure: name an experiment.");
  }
}
