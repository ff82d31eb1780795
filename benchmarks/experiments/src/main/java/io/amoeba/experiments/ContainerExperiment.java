package io.amoeba.experiments;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.experiments.report.ExperimentReport;
import java.io.IOException;
import java.util.function.Consumer;

/** Measures on containers. */
public interface ContainerExperiment extends Experiment {
  /** How long one takes whose runs take a quarter of an hour each. */
  static String quartersOfAnHour(int runs, String run) {
    return runs == 1
        ? "One %s, about a quarter of an hour".formatted(run)
        : "%d %ss, about a quarter of an hour each".formatted(runs, run);
  }

  /** Runs it to its end. */
  ExperimentReport measure(Engine engine, Images images, Consumer<String> progress)
      throws IOException;

  @Override
  default ExperimentReport measure(Consumer<String> progress) throws IOException {
    Engine engine = Engine.find();
    return measure(engine, new Images(engine, SourceFolders.docker()), progress);
  }
}
