package io.amoeba.experiments.scenario;

import io.amoeba.experiments.Experiment;
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
    return measure(LinearRoadRunner.find(), progress);
  }

  ScenarioReport measure(LinearRoadRunner runner, Consumer<String> progress)
      throws IOException, InterruptedException {
    List<ScenarioRun> runs = new ArrayList<>();
    for (int nodes : options.nodes()) {
      for (Placing placing : options.scenario().placings()) {
        progress.accept(
            "[%d/%d] %s"
                .formatted(runs.size() + 1, options.runs(), ScenarioRun.name(nodes, placing)));
        List<String> arguments = new ArrayList<>();
        arguments.add("--nodes=" + nodes);
        arguments.add("--duration=" + options.duration().toSeconds() + "s");
        arguments.add(placing.argument());
        arguments.addAll(options.scenario().furtherArguments());
        runs.add(
            new ScenarioRun(
                options.scenario(),
                nodes,
                placing,
                runner.run(arguments, line -> progress.accept("  " + line))));
      }
    }
    return new ScenarioReport(options.scenario(), runs);
  }
}
