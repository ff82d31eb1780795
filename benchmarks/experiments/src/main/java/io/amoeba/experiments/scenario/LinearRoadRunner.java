package io.amoeba.experiments.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * Runs Linear Road on servers that it starts and ends. The module that can do so provides it to the
 * service loader, and needs this one.
 */
public interface LinearRoadRunner {
  /**
   * Runs once.
   *
   * @param arguments options of command {@code linear-road}
   * @param progress is told how it goes
   * @return what that command's option {@code --json} writes
   * @throws IllegalArgumentException if the arguments are wrong
   */
  JsonNode run(List<String> arguments, Consumer<String> progress)
      throws IOException, InterruptedException;

  /** The one of this program. */
  static LinearRoadRunner find() {
    return ServiceLoader.load(LinearRoadRunner.class)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Linear Road is missing on the class path: start this with ./amoeba"));
  }
}
