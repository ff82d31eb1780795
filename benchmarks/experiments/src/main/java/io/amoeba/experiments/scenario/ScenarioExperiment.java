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
 * Shows a scenario. Immutable.
 *
 * @param nodes sizes of the cluster
 * @param duration how long traffic is fed in each run
 */
public record ScenarioExperiment(
    Scenario scenario, List<Integer> nodes, Duration duration, Outputs outputs)
    implements Experiment {
  /** To start servers and to wait for the last answers. */
  private static final Duration AROUND_A_RUN = Duration.ofSeconds(45);

  /** Takes an immutable copy. */
  public ScenarioExperiment {
    nodes = List.copyOf(nodes);
  }

  private int runs() {
    return nodes.size() * scenario.placings().size();
  }

  @Override
  public String expected() {
    Duration all = duration.plus(AROUND_A_RUN).multipliedBy(runs());
    return "%s: %s of Linear Road, about %d minutes"
        .formatted(
            scenario.title(),
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

  /** Runs Linear Road once. */
  @FunctionalInterface
  interface Runner {
    /**
     * Runs it to its end.
     *
     * @param progress takes a line now and then
     */
    RunResult run(RunOptions options, Consumer<String> progress)
        throws IOException, InterruptedException;
  }

  ScenarioReport measure(Runner runner, Consumer<String> progress)
      throws IOException, InterruptedException {
    List<ScenarioRun> runs = new ArrayList<>();
    for (int nodes : this.nodes) {
      for (Placing placing : scenario.placings()) {
        progress.accept(
            "[%d/%d] %s".formatted(runs.size() + 1, runs(), ScenarioRun.name(nodes, placing)));
        RunOptions run = scenario.run(nodes, duration, placing);
        runs.add(
            new ScenarioRun(
                scenario, placing, runner.run(run, line -> progress.accept("  " + line))));
      }
    }
    return new ScenarioReport(scenario, runs);
  }
}
