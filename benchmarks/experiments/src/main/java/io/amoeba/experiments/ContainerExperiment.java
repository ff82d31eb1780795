package io.amoeba.experiments;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.report.ExperimentReport;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;

/** Measures on containers. */
public interface ContainerExperiment extends Experiment {
  /**
   * How many runs there are, and how long each takes at most.
   *
   * @param parts of one run
   */
  static String atMost(int runs, String run, Duration... parts) {
    long minutes = Arrays.stream(parts).reduce(Duration.ZERO, Duration::plus).toMinutes();
    return runs == 1
        ? "One %s, up to %d minutes".formatted(run, minutes)
        : "%d %ss, up to %d minutes each".formatted(runs, run, minutes);
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
