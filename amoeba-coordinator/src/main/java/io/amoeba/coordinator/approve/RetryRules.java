package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.yaml.YamlSection;
import java.time.Duration;

/**
 * How often a change that fails, or that somebody undoes, is tried before it waits for a person.
 * Immutable.
 *
 * @param maxAttempts of a change that fails for the same reason; of one that is undone, {@link
 *     #MOST_UNDONE} at most
 * @param firstDelay after the first attempt; it doubles with each
 * @param maxDelay between two attempts
 */
public record RetryRules(int maxAttempts, Duration firstDelay, Duration maxDelay) {

  /** Ten attempts in some half an hour: a server that restarts is back by then. */
  public static final RetryRules DEFAULT =
      new RetryRules(10, Duration.ofSeconds(5), Duration.ofMinutes(10));

  /** Each time data move there and back, which is nobody's wish. */
  static final int MOST_UNDONE = 3;

  /** Doubling beyond this would overflow; the longest pause is reached long before. */
  private static final int MOST_DOUBLINGS = 30;

  /** Attempts are counted by the plans that are kept, a hundred of all kinds. */
  private static final int MOST_ATTEMPTS = 50;

  /** Reads the section about repeated attempts. */
  public static RetryRules read(YamlSection section) {
    RetryRules retries =
        new RetryRules(
            section.number("maxAttempts", 1, MOST_ATTEMPTS, DEFAULT.maxAttempts),
            DEFAULT.firstDelay,
            section.duration("maxDelay", DEFAULT.firstDelay, Duration.ofDays(1), DEFAULT.maxDelay));
    section.refuseUnknownKeys();
    return retries;
  }

  /** The pause after so many attempts, 1 or more. */
  Duration pauseAfter(int times) {
    Duration pause = firstDelay.multipliedBy(1L << Math.min(times - 1, MOST_DOUBLINGS));
    return pause.compareTo(maxDelay) < 0 ? pause : maxDelay;
  }

  int most(boolean undone) {
    return undone ? Math.min(maxAttempts, MOST_UNDONE) : maxAttempts;
  }
}
