package io.amoeba.experiments;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for conditions of containers. Stateless. */
public final class Waiting {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int SHOWN_LINES = 30;

  private Waiting() {}

  /**
   * Waits for a condition that a container meets while it runs.
   *
   * @param what the condition, for the error
   * @throws ContainerException if the container ends before, or after the patience
   */
  public static void until(
      String what, Duration patience, Container by, BooleanSupplier condition) {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (true) {
      boolean running = by.isRunning();
      if (condition.getAsBoolean()) {
        return;
      }
      if (!running || System.nanoTime() > deadlineNanos) {
        throw new ContainerException(
            "%s %s; the last lines of %s:%n%s"
                .formatted(
                    running ? "Timed out waiting until" : "The container ended before",
                    what,
                    by,
                    by.logTail(SHOWN_LINES)));
      }
      pause(POLL);
    }
  }

  /** Waits until a container has ended by itself, with exit code 0. */
  public static void untilEnded(String what, Duration patience, Container container) {
    until(what, patience, container, () -> !container.isRunning());
    if (container.exitCode() != 0) {
      throw new ContainerException(
          "Failed while waiting until %s; the last lines of %s:%n%s"
              .formatted(what, container, container.logTail(SHOWN_LINES)));
    }
  }

  /**
   * Waits for a condition that may not come true.
   *
   * @param between two checks
   * @return whether it came true within the limit
   */
  public static boolean upTo(Duration limit, Duration between, BooleanSupplier condition) {
    long start = System.nanoTime();
    boolean met = condition.getAsBoolean();
    while (!met && System.nanoTime() - start < limit.toNanos()) {
      pause(between);
      met = condition.getAsBoolean();
    }
    return met;
  }

  public static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ContainerException("The experiment was interrupted", e);
    }
  }
}
