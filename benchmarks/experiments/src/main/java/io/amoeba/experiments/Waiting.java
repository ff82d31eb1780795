package io.amoeba.experiments;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what containers bring about. Stateless. */
public final class Waiting {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int SHOWN_LINES = 30;

  private Waiting() {}

  /**
   * Waits for a condition that a container brings about.
   *
   * @param what for the error
   * @throws ContainerException if the container has ended before, or the patience has
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
            "Timed out, or ended too early, waiting until %s; the last lines of %s:%n%s"
                .formatted(what, by, by.logTail(SHOWN_LINES)));
      }
      pause(POLL);
    }
  }

  /** Waits until a container has ended by itself, and well. */
  public static void untilEnded(String what, Duration patience, Container container) {
    until(what, patience, container, () -> !container.isRunning());
    if (container.exitCode() != 0) {
      throw new ContainerException(
          "Failed while waiting until %s; the last lines of %s:%n%s"
              .formatted(what, container, container.logTail(SHOWN_LINES)));
    }
  }

  /**
   * Waits for what may not come.
   *
   * @param between two looks
   * @return whether it came within the limit
   */
  public static boolean upTo(Duration limit, Duration between, BooleanSupplier condition) {
    long begin = System.nanoTime();
    boolean there = condition.getAsBoolean();
    while (!there && System.nanoTime() - begin < limit.toNanos()) {
      pause(between);
      there = condition.getAsBoolean();
    }
    return there;
  }

  /** Lets a time go by. */
  public static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ContainerException("interrupted in the middle of an experiment", e);
    }
  }
}
