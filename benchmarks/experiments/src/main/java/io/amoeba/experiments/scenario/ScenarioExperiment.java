package io.amoeba.experiments.scenario;

import io.amoeba.experiments.Experiment;
import io.amoeba.linearroad.cli.LinearRoadCommand;
import io.amoeba.linearroad.report.ProgressLines;
import io.amoeba.linearroad.run.LinearRoadRun;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.linearroad.servers.Distribution;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs a scenario. Immutable.
 *
 * @param nodes sizes of the cluster
 * @param duration length of the traffic of each run
 */
record ScenarioExperiment(
    Scenario scenario, List<Integer> nodes, Duration duration, Outputs outputs)
    implements Experiment {
  /** To start servers and to wait for the last answers. */
  private static final Duration AROUND_A_RUN = Duration.ofSeconds(45);

  private int runs() {
    return nodes.size() * scenario.shapes.size();
  }

  @Override
  public String expected() {
    Duration all = duration.plus(AROUND_A_RUN).multipliedBy(runs());
    return "%s: %s of Linear Road, about %d minutes"
        .formatted(
            scenario.title,
            runs() == 1 ? "one run" : runs() + " runs",
            (all.toSeconds() + 30) / 60);
  }

  @Override
  public ExperimentReport measure(Consumer<String> progress)
      throws IOException, InterruptedException {
    LinearRoadCommand.keepLogsOffTheTerminal();
    Distribution distribution = Distribution.locate();
    return measure(
        (run, lines) -> new LinearRoadRun(run, distribution, new ProgressLines(lines)).run(),
        progress);
  }

  @FunctionalInterface
  interface Runner {
    RunResult run(RunOptions options, Consumer<String> progress)
        throws IOException, InterruptedException;
  }

  ScenarioReport measure(Runner runner, Consumer<String> progress)
      throws IOException, InterruptedException {
    List<ScenarioRun> runs = new ArrayList<>();
    for (int nodes : this.nodes) {
      for (Scenario.RunShape shape : scenario.shapes) {
        progress.accept(
            "[%d/%d] %s".formatted(runs.size() + 1, runs(), ScenarioRun.name(nodes, shape)));
        RunOptions run = scenario.run(nodes, duration, shape);
        runs.add(
            new ScenarioRun(
                scenario, shape, runner.run(run, line -> progress.accept("  " + line))));
      }
    }
    return new ScenarioReport(scenario, List.copyOf(runs));
  }
}
