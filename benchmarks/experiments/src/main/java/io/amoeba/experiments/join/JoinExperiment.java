package io.amoeba.experiments.join;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.experiments.ContainerExperiment;
import io.amoeba.experiments.cassandra.DataDisk;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A node joins a Cassandra cluster under load. Immutable.
 *
 * @param processors of this machine
 */
public record JoinExperiment(JoinOptions options, int processors) implements ContainerExperiment {
  /** As long as it took with the default rows on two processors, but for the options' times. */
  private static final Duration START_AND_JOIN = Duration.ofMinutes(16);

  @Override
  public String expected() {
    return ContainerExperiment.atMost(
        options.modes().size() * options.repeats(),
        "join",
        START_AND_JOIN,
        options.warmUp(),
        options.settle(),
        options.before(),
        options.after());
  }

  @Override
  public Outputs outputs() {
    return options.outputs();
  }

  @Override
  public ExperimentReport measure(Engine engine, Images images, Consumer<String> progress)
      throws IOException {
    Optional<DataDisk> disk =
        options.sizes().limitsReads() ? Optional.of(DataDisk.of(engine)) : Optional.empty();
    Optional<String> warning = disk.flatMap(DataDisk::warning);
    warning.ifPresent(text -> progress.accept("Warning: " + text));
    JoinBench bench =
        new JoinBench(options, engine, images, disk.map(DataDisk::device), processors, progress);
    return new JoinReport(
        options,
        warning,
        bench.run(runs -> options.outputs().write(new JoinReport(options, warning, runs))));
  }
}
