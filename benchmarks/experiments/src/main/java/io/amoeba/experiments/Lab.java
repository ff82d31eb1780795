package io.amoeba.experiments;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Stack;
import io.amoeba.report.Outputs;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The driver of experiments on containers: each run has a fresh cluster, whose logs are kept and
 * which is removed however the run ends. Confined to one thread.
 *
 * @param progress takes lines for the terminal
 */
public record Lab(Engine engine, Images images, Outputs outputs, Consumer<String> progress) {
  /** Containers that are measured, with clients and probes. */
  public interface Cluster extends AutoCloseable {
    /** All of its containers. */
    Stack stack();

    @Override
    default void close() {
      stack().close();
    }
  }

  /** Finds the engine, and builds images whose parts have changed. */
  public static Lab open(Outputs outputs, Consumer<String> progress) {
    Engine engine = Engine.find();
    Images images = new Images(engine, dockerFolder());
    progress.accept("Images");
    images.build();
    return new Lab(engine, images, outputs, progress);
  }

  /** The folder {@code docker} of the source tree, which the launcher sets. */
  public static Path dockerFolder() {
    return Path.of(System.getProperty("amoeba.docker", "docker")).toAbsolutePath();
  }

  /** The folder of the distribution, whose files images are built of; the launcher sets it. */
  public static Path distribution() {
    return Path.of(System.getProperty("amoeba.dist", "."));
  }

  public static int cpus() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Prints a line about a run; for the parameters see {@link String#format}. */
  public void say(String format, @Nullable Object... values) {
    progress.accept("  " + String.format(Locale.ROOT, format, values));
  }

  /** Prints what the start of a cluster waits for. */
  public void waiting(String services) {
    say("waiting for %s", services);
  }

  /**
   * Measures on a running cluster.
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
