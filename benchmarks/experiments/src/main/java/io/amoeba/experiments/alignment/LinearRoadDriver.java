package io.amoeba.experiments.alignment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A run of Linear Road in its container; closing ends it and its job. Confined to one thread. */
public final class LinearRoadDriver implements AutoCloseable {
  public static final String JSON_FILE = "/runs/linear-road.json";

  public static final String REPORT_FILE = "/runs/linear-road.html";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration POLL = Duration.ofSeconds(2);

  /** Rarely: each check is three processes on the machine that is measured. */
  private static final Duration END_POLL = Duration.ofSeconds(5);

  private static final int ALL_LINES = 100_000;

  private final Container container;
  private int shown;

  /** For a container of the service {@code linear-road}. */
  public LinearRoadDriver(Container container) {
    this.container = container;
  }

  /**
   * Waits until it has printed a line that contains this text.
   *
   * @param progress takes every line
   * @throws ContainerException if it ends before, or after {@code patience}
   */
  public void awaitLine(String text, Duration patience, Consumer<String> progress) {
    Waiting.until(
        "Linear Road prints '%s'".formatted(text),
        patience,
        container,
        () -> newLines(progress).stream().anyMatch(line -> line.contains(text)));
  }

  /**
   * Waits until it has ended; returns its exit code.
   *
   * @param progress takes every line
   * @param check is called periodically; its exception ends the wait
   */
  public int awaitEnd(Duration patience, Consumer<String> progress, Runnable check) {
    boolean ended =
        Waiting.upTo(
            patience,
            END_POLL,
            () -> {
              boolean running = container.isRunning();
              newLines(progress);
              if (running) {
                check.run();
              }
              return !running;
            });
    if (!ended) {
      throw new ContainerException(
          "Linear Road has not ended after %d s:%n%s"
              .formatted(patience.toSeconds(), lastLines(30)));
    }
    return container.exitCode();
  }

  /** Waits for a time, in which {@code progress} takes every line. */
  void follow(Duration time, Consumer<String> progress) {
    Waiting.upTo(
        time,
        POLL,
        () -> {
          newLines(progress);
          return false;
        });
  }

  private List<String> newLines(Consumer<String> progress) {
    List<String> lines = container.logTail(ALL_LINES).lines().toList();
    List<String> fresh = lines.subList(Math.min(shown, lines.size()), lines.size());
    shown = lines.size();
    fresh.forEach(progress);
    return fresh;
  }

  public String lastLines(int lines) {
    return container.logTail(lines);
  }

  /** Its figures, when it has ended. */
  public JsonNode figures() {
    try {
      return JSON.readTree(container.read(JSON_FILE));
    } catch (JsonProcessingException e) {
      throw new ContainerException("The figures of Linear Road cannot be read: " + e, e);
    }
  }

  @Override
  public void close() {
    if (container.isRunning()) {
      container.stop();
    }
  }
}
