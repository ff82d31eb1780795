package io.amoeba.coordinator.approve;

import java.time.Duration;

/**
 * How often a change that fails, or that somebody undoes, is tried before it waits for a person.
 * Immutable.
 *
 * @param attempts of a change that fails for the same reason; of one that is undone, {@link
 *     #MOST_UNDONE} at most
 * @param firstPause after the first attempt; it doubles with each
 * @param longestPause between two attempts
 */
public record RetryRules(int attempts, Duration firstPause, Duration longestPause) {

  /** Ten attempts in some half an hour: a server that restarts is back by then. */
  public static final RetryRules DEFAULT =
      new RetryRules(10, Duration.ofSeconds(5), Duration.ofMinutes(10));

  /** Each time data move there and back, which is nobody's wish. */
  static final int MOST_UNDONE = 3;

  /** Doubling beyond this would overflow; the longest pause is reached long before. */
  private static final int MOST_DOUBLINGS = 30;

  /** The pause after so many attempts, 1 or more. */
  Duration pauseAfter(int times) {
    Duration pause = firstPause.multipliedBy(1L << Math.min(times - 1, MOST_DOUBLINGS));
    return pause.compareTo(longestPause) < 0 ? pause : longestPause;
  }

  int most(boolean undone) {
    return undone ? Math.min(attempts, MOST_UNDONE) : attempts;
  }
}
