package io.amoeba.experiments.scenario;

import io.amoeba.experiments.Experiment;
import io.amoeba.linearroad.cli.LinearRoadCommand;
import io.amoeba.linearroad.report.ProgressLines;
import io.amoeba.linearroad.run.Distribution;
import io.amoeba.linearroad.run.LinearRoadRun;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Shows a scenario. Immutable. */
public record ScenarioExperiment(ScenarioOptions options) implements Experiment {
  /** To start servers and to wait for the last answers. */
  private static final Duration AROUND_A_RUN = Duration.ofSeconds(45);

  @Override
  public String expected() {
    Duration all = options.duration().plus(AROUND_A_RUN).multipliedBy(options.runs());
    return "%s: %s of Linear Road, about %d minutes"
        .formatted(
            options.scenario().title(),
            options.runs() == 1 ? "one run" : options.runs() + " runs",
            (all.toSeconds() + 30) / 60);
  }

  @Override
  public Outputs outputs() {
    return options.outputs();
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
    for (int nodes : options.nodes()) {
      for (Placing placing : options.scenario().placings()) {
        progress.accept(
            "[%d/%d] %s"
                .formatted(runs.size() + 1, options.runs(), ScenarioRun.name(nodes, placing)));
        RunOptions run = options.scenario().run(nodes, options.duration(), placing);
        runs.add(
            new ScenarioRun(
                options.scenario(),
                placing,
                runner.run(run, line -> progress.accept("  " + line))));
      }
    }
    return new ScenarioReport(options.scenario(), runs);
  }
}
