package io.amoeba.experiments.alignment;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.experiments.ContainerExperiment;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Random against aligned placement. Immutable.
 *
 * @param processors of this machine
 */
public record AlignmentExperiment(AlignmentOptions options, int processors)
    implements ContainerExperiment {
  @Override
  public String expected() {
    Duration each = options.feed().plus(Duration.ofMinutes(1));
    return "%d sizes of the cluster, about %d minutes"
        .formatted(options.nodes().size(), each.multipliedBy(options.nodes().size()).toMinutes());
  }

  @Override
  public Outputs outputs() {
    return options.outputs();
  }

  @Override
  public ExperimentReport measure(Engine engine, Images images, Consumer<String> progress)
      throws IOException {
    return new AlignmentBench(options, engine, images, processors, progress)
        .run(options.outputs()::write);
  }
}
