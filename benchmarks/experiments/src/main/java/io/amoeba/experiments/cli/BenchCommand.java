package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.AmoebaSubcommand;
import io.amoeba.experiments.alignment.AlignmentCommand;
import io.amoeba.experiments.demo.DemoCommand;
import io.amoeba.experiments.hints.HintCommand;
import io.amoeba.experiments.join.JoinCommand;
import io.amoeba.experiments.load.TrafficCommand;
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
      TrafficCommand.class,
      ProbeCommand.class,
      DemoCommand.class
    },
    description = "Measures what Amoeba gains, by experiments of the papers on real servers.",
    footer = {
      "",
      "Examples:",
      "  amoeba bench alignment             random against aligned placement",
      "  amoeba bench alignment --nodes 4   on one size of the cluster only",
      "  amoeba bench scenario dynamic      alignment in the middle of a run, without containers",
      "  amoeba bench cassandra-join        a node joins a Cassandra cluster under load",
      "  amoeba bench read-hints            reads move to a node that served none",
      "  amoeba bench all --quick           all of them, and their figures beside the papers'"
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
