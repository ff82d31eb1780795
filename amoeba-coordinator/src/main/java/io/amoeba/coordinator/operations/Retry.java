package io.amoeba.coordinator.operations;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Why the last step of a run could not be taken, and when it is tried again. Guarded by the run.
 */
final class Retry {

  private static final Logger LOG = LoggerFactory.getLogger(Retry.class);

  private final String plan;
  private final IntFunction<Duration> pauses;
  private Optional<Problem> problem = Optional.empty();
  private int attempts;
  private long dueNanos;

  /**
   * @param pauses before an attempt to take a step again, by the number of the attempt
   */
  Retry(String plan, IntFunction<Duration> pauses) {
    this.plan = plan;
    this.pauses = pauses;
  }

  /** Why the last step could not be taken; empty: it was taken. */
  Optional<Problem> problem() {
    return problem;
  }

  /** The step is to be taken again, after a pause that grows with each attempt. */
  void after(Problem why) {
    if (!problem.equals(Optional.of(why))) {
      if (why.severity() == Severity.ALARM) {
        LOG.error("{} waits: {}", plan, why.message());
      } else {
        LOG.warn("{} waits: {}", plan, why.message());
      }
    }
    problem = Optional.of(why);
    attempts++;
    dueNanos = System.nanoTime() + pauses.apply(attempts).toNanos();
  }

  /** The step was taken. */
  void succeeded() {
    attempts = 0;
    problem = Optional.empty();
  }

  /** Something else is to be done than before: at once, and with short pauses again. */
  void beginAnew() {
    attempts = 0;
    dueNanos = System.nanoTime();
  }

  /** Whether the next attempt is not due yet. */
  boolean isPausing() {
    return problem.isPresent() && System.nanoTime() - dueNanos < 0;
  }

  /** Until the next attempt, at least 1. */
  long pauseMillis() {
    return Math.max(1, (dueNanos - System.nanoTime()) / 1_000_000);
  }
}
