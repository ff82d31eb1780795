package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.AmoebaSubcommand;
import io.amoeba.experiments.alignment.AlignmentCommand;
import io.amoeba.experiments.demo.DemoCommand;
import io.amoeba.experiments.freshreads.FreshReadsCommand;
import io.amoeba.experiments.hints.HintCommand;
import io.amoeba.experiments.join.JoinCommand;
import io.amoeba.experiments.leadership.LeadershipCommand;
import io.amoeba.experiments.load.TrafficCommand;
import io.amoeba.experiments.priority.PriorityCommand;
import io.amoeba.experiments.probe.ProbeCommand;
import io.amoeba.experiments.reproduction.ReproductionCommand;
import io.amoeba.experiments.scenario.ScenarioCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The experiments; each is a subcommand. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {
      ReproductionCommand.class,
      AlignmentCommand.class,
      ScenarioCommand.class,
      JoinCommand.class,
      HintCommand.class,
      PriorityCommand.class,
      FreshReadsCommand.class,
      LeadershipCommand.class,
      TrafficCommand.class,
      ProbeCommand.class,
      DemoCommand.class
    },
    resourceBundle = "io.amoeba.experiments.help")
public final class BenchCommand implements AmoebaSubcommand, Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Called by the service loader. */
  public BenchCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to measure: name an experiment.");
  }
}
