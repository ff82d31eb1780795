package io.amoeba.experiments.scenario;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.experiments.ExperimentCommand;
import io.amoeba.experiments.OutputArguments;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A scenario of the dissertation's evaluation. */
@Command(
    name = "scenario",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Shows a scenario of the dissertation's evaluation (5.4): runs of Linear Road on processes of this machine,"
            + " of which each node has its own address. Judges the local-hit rate and every answer.",
    footer = {
      "",
      "Examples:",
      "  amoeba bench scenario unaligned",
      "  amoeba bench scenario dynamic --json dynamic.json",
      "",
      "Exit codes: 0 all checks passed, 1 failed, 2 wrong command line."
    })
public final class ScenarioCommand extends ExperimentCommand {
  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = {
        "unaligned: local-hit rate by size of the cluster. static: random against aligned placement. dynamic:"
            + " alignment in the middle of a run. migration: the same after the migration of the Redis primaries"
            + " from other nodes. elasticity: the job gets a node, the store follows. rescale: the store gets a"
            + " node, the job follows."
      })
  private @Nullable String name;

  @Option(
      names = "--nodes",
      paramLabel = "N[,N…]",
      split = ",",
      description =
          "Sizes of the cluster, 2 to 8, for unaligned also 1. Default: 1,2,3,4 for unaligned, 2,3,4 for static, 3 for"
              + " the others.")
  private @Nullable List<String> nodes;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "How long traffic is fed in each run, 30s to 1h. Default: 45s; 120s for dynamic and migration, 150s for"
              + " elasticity and rescale.")
  @Within(least = "30s", most = "1h")
  private @Nullable Duration duration;

  @Mixin private OutputArguments outputs = new OutputArguments();

  /** Called by picocli. */
  public ScenarioCommand() {}

  @Override
  protected ScenarioExperiment experiment(GivenOptions given) {
    Scenario scenario = Scenario.of(String.valueOf(name)).orElse(Scenario.DYNAMIC);
    if (!scenario.text().equals(name)) {
      given.problem(
          "NAME is %s: use one of %s"
              .formatted(name == null ? "missing" : "'" + name + "'", Scenario.names()));
    }
    return new ScenarioExperiment(
        scenario,
        nodes == null
            ? scenario.defaultNodes()
            // On one node there is nothing to align.
            : integers(given, "--nodes", nodes, scenario == Scenario.UNALIGNED ? 1 : 2, 8),
        duration == null ? scenario.defaultDuration() : duration,
        outputs.outputs(given, "scenario-" + scenario.text()));
  }
}
