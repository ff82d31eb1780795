package io.amoeba.experiments.hints;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.experiments.ContainerExperiment;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Reads move from one Cassandra node to another. Immutable.
 *
 * @param processors of this machine
 */
public record HintExperiment(HintOptions options, int processors) implements ContainerExperiment {
  /** As long as it took with the default rows on two processors. */
  private static final Duration START = Duration.ofMinutes(3);

  @Override
  public String expected() {
    CaptureTurns capture = options.capture();
    return ContainerExperiment.atMost(
        options.modes().size() * options.repeats(),
        "run",
        START,
        options.codeWarmUp(),
        options.warmUp(),
        options.before(),
        options.after(),
        capture.phase().multipliedBy(2L * capture.pairs()));
  }

  @Override
  public Outputs outputs() {
    return options.outputs();
  }

  @Override
  public ExperimentReport measure(Engine engine, Images images, Consumer<String> progress)
      throws IOException {
    HintBench bench = new HintBench(options, engine, images, processors, progress);
    return new HintReport(
        options, bench.run(runs -> options.outputs().write(new HintReport(options, runs))));
  }
}
