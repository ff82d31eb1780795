package io.amoeba.experiments;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.experiments.report.ExperimentReport;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/** Measures on containers. */
public interface ContainerExperiment extends Experiment {
  /** How many runs there are, and how long they take. */
  static String minutes(int runs, String run, Duration each) {
    return runs == 1
        ? "One %s, up to %d minutes".formatted(run, each.toMinutes())
        : "%d %ss, up to %d minutes each".formatted(runs, run, each.toMinutes());
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
