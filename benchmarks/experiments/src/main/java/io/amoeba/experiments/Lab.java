package io.amoeba.experiments;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Stack;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The one driver of experiments on containers: measures cases one after the other, each on a fresh
 * cluster. Logs are kept and the cluster is removed however a run ends. Results are written after
 * each run. Confined to one thread.
 *
 * @param progress takes lines for people
 */
public record Lab(Engine engine, Images images, Outputs outputs, Consumer<String> progress) {
  /** Containers that are measured, and what asks and watches them. */
  public interface Cluster extends AutoCloseable {
    /** All of its containers. */
    Stack stack();

    @Override
    default void close() {
      stack().close();
    }
  }

  /** Measures a case. */
  @FunctionalInterface
  public interface Run<C, R> {
    /**
     * Measures it once.
     *
     * @param before runs that have ended
     */
    R measure(C subject, List<R> before);
  }

  /** Finds the engine, and builds images whose parts have changed. */
  public static Lab open(Outputs outputs, Consumer<String> progress) {
    Engine engine = Engine.find();
    Images images = new Images(engine, SourceFolders.docker());
    progress.accept("Images");
    images.build();
    return new Lab(engine, images, outputs, progress);
  }

  /** Processors of this machine. */
  public static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Begins a part of the experiment. */
  public void title(String line) {
    progress.accept(line);
  }

  /** Prints a line about the run that goes on. */
  public void say(String line) {
    progress.accept("  " + line);
  }

  /** Says what a cluster that starts waits for. */
  public void waiting(String services) {
    say("waiting for " + services);
  }

  /**
   * Measures all cases.
   *
   * @param failed takes what went wrong with a case; may end the experiment by throwing it
   */
  public <C, R> ExperimentReport measure(
      List<C> cases,
      Run<C, R> run,
      BiConsumer<C, ContainerException> failed,
      Function<List<R>, ExperimentReport> report) {
    List<R> runs = new ArrayList<>();
    for (C subject : cases) {
      try {
        runs.add(run.measure(subject, List.copyOf(runs)));
      } catch (ContainerException e) {
        failed.accept(subject, e);
      }
      if (!runs.isEmpty()) {
        outputs.write(report.apply(runs));
      }
    }
    return report.apply(runs);
  }

  /**
   * Measures on a cluster that runs.
   *
   * @param run names the folder of its logs
   */
  public <S extends Cluster, R> R on(S cluster, String run, Function<S, R> measure) {
    try (cluster) {
      try {
        return measure.apply(cluster);
      } finally {
        Path logs = outputs.logs();
        if (logs != null) {
          cluster.stack().saveLogs(logs.resolve(run));
        }
      }
    }
  }
}
