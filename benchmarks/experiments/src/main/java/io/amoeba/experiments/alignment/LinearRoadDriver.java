package io.amoeba.experiments.alignment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A run of Linear Road in its container; closing ends it and its job. Confined to one thread. */
public final class LinearRoadDriver implements AutoCloseable {
  /** Where its figures go. */
  public static final String JSON_FILE = "/runs/linear-road.json";

  /** Where its page goes. */
  public static final String REPORT_FILE = "/runs/linear-road.html";

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Duration POLL = Duration.ofSeconds(2);

  /** Rarely: to ask is work, three processes, for the machine that is measured. */
  private static final Duration END_POLL = Duration.ofSeconds(5);

  private static final int ALL_LINES = 100_000;

  private final Container container;
  private int told;

  /** For a container of the service {@code linear-road}. */
  public LinearRoadDriver(Container container) {
    this.container = container;
  }

  /**
   * Waits until it has printed a line that contains this text.
   *
   * @param progress is told every line
   * @throws ContainerException if it ends before, or after {@code patience}
   */
  public void awaitLine(String text, Duration patience, Consumer<String> progress) {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (true) {
      boolean running = isRunning();
      if (newLines(progress).stream().anyMatch(line -> line.contains(text))) {
        return;
      }
      if (!running) {
        throw new ContainerException(
            "Linear Road ended before it printed '%s':%n%s".formatted(text, container.logTail(30)));
      }
      if (System.nanoTime() > deadlineNanos) {
        throw new ContainerException(
            "Linear Road did not print '%s' within %d s:%n%s"
                .formatted(text, patience.toSeconds(), container.logTail(30)));
      }
      pause(POLL);
    }
  }

  /**
   * Waits until it has ended; returns its exit code.
   *
   * @param progress is told every line
   * @param check is called again and again meanwhile; what it throws ends the wait
   */
  public int awaitEnd(Duration patience, Consumer<String> progress, Runnable check) {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (isRunning()) {
      newLines(progress);
      check.run();
      if (System.nanoTime() > deadlineNanos) {
        throw new ContainerException(
            "Linear Road has not ended after %d s:%n%s"
                .formatted(patience.toSeconds(), container.logTail(30)));
      }
      pause(END_POLL);
    }
    newLines(progress);
    return container.exitCode();
  }

  /** Lets some time pass, in which {@code progress} is told every line. */
  void tell(Duration time, Consumer<String> progress) {
    long endNanos = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < endNanos) {
      newLines(progress);
      pause(POLL);
    }
  }

  /** Whether it has not ended. */
  public boolean isRunning() {
    return container.state().equals("running");
  }

  private List<String> newLines(Consumer<String> progress) {
    List<String> lines = container.logTail(ALL_LINES).lines().toList();
    List<String> fresh = lines.subList(Math.min(told, lines.size()), lines.size());
    told = lines.size();
    fresh.forEach(progress);
    return fresh;
  }

  /** The last lines that it has printed. */
  public String lastLines(int lines) {
    return container.logTail(lines);
  }

  /** Its figures; to be asked when it has ended. */
  public JsonNode figures() {
    try {
      Path copy = Files.createTempFile("amoeba-linear-road-", ".json");
      try {
        container.copy(JSON_FILE, copy);
        return JSON.readTree(copy.toFile());
      } finally {
        Files.deleteIfExists(copy);
      }
    } catch (IOException e) {
      throw new ContainerException("The figures of Linear Road cannot be read: " + e, e);
    }
  }

  @Override
  public void close() {
    if (isRunning()) {
      container.stop();
    }
  }

  static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ContainerException("interrupted while Linear Road ran", e);
    }
  }
}
