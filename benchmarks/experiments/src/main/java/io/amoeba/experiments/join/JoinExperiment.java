package io.amoeba.experiments.join;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.report.ExperimentReport;
import io.amoeba.experiments.report.Outputs;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A node joins a Cassandra cluster under load. Immutable.
 *
 * @param processors of this machine
 */
public record JoinExperiment(JoinOptions options, int processors) implements Experiment {
  @Override
  public String expected() {
    return Experiment.quartersOfAnHour(options.modes().size() * options.repeats(), "join");
  }

  @Override
  public Outputs outputs() {
    return options.outputs();
  }

  @Override
  public ExperimentReport measure(Engine engine, Images images, Consumer<String> progress)
      throws IOException {
    return new JoinReport(
        options, new JoinBench(options, engine, images, processors, progress).run());
  }
}
