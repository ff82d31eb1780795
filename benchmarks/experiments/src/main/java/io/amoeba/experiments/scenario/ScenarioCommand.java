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
@Command(name = "scenario")
public final class ScenarioCommand extends ExperimentCommand {
  @Parameters(paramLabel = "NAME", arity = "0..1", descriptionKey = "name")
  private @Nullable String name;

  @Option(names = "--nodes", paramLabel = "N", split = ",")
  private @Nullable List<String> nodes;

  @Option(names = "--duration", paramLabel = "TIME", converter = Times.class)
  @Within(least = "30s", most = "1h")
  private @Nullable Duration duration;

  @Mixin private OutputArguments outputs = new OutputArguments();

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
            ? scenario.defaultNodes
            // On one node there is nothing to align.
            : integers(given, "--nodes", nodes, scenario == Scenario.UNALIGNED ? 1 : 2, 8),
        duration == null ? scenario.defaultDuration : duration,
        outputs.outputs(given, "scenario-" + scenario.text()));
  }
}
