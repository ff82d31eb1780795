package io.amoeba.coordinator.execute.migration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long the steps of a migration may take. Pauses do not count. Immutable.
 *
 * @param lagBytes how far a replica that is in sync may be behind; the manual failover waits for
 *     the rest while clients wait, 0 or more
 * @param meet until all servers know a new one, or agree about the new owner
 * @param sync until the replica is in sync: the whole copy
 * @param failOver until the replica is promoted, for each attempt. At least 10 s: after that a
 *     primary no longer waits for a replica that it was told to hand over to
 * @param attempts how often it is told, 1 or more
 * @param redirect how long a former primary stays as a replica, which sends clients on to the new
 *     one, before it is retired; 0 or more
 * @param detach until a server is reset and nobody knows it. At most 50 s: a server that has
 *     forgotten another one listens to gossip about it again after 60 s
 * @param poll between two looks
 */
public record MigrationLimits(
    long lagBytes,
    Duration meet,
    Duration sync,
    Duration failOver,
    int attempts,
    Duration redirect,
    Duration detach,
    Duration poll) {

  /** Redis gives a hand-over 5 s, and writes wait at most twice that. */
  private static final int LEAST_FAIL_OVER_SECONDS = 10;

  private static final int MOST_DETACH_SECONDS = 50;

  /** Limits for data sets that are copied within half an hour. */
  public static final MigrationLimits DEFAULT =
      new MigrationLimits(
          1_048_576,
          Duration.ofSeconds(30),
          Duration.ofMinutes(30),
          Duration.ofSeconds(15),
          3,
          Duration.ofSeconds(15),
          Duration.ofSeconds(MOST_DETACH_SECONDS),
          Duration.ofMillis(100));

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if any of them is out of range: all reasons
   */
  public MigrationLimits {
    List<String> problems = new ArrayList<>();
    if (lagBytes < 0) {
      problems.add("lagBytes is %d, not 0 or more".formatted(lagBytes));
    }
    if (attempts < 1) {
      problems.add("attempts is %d, not 1 or more".formatted(attempts));
    }
    if (redirect.isNegative()) {
      problems.add("redirect is %d ms, not 0 or more".formatted(redirect.toMillis()));
    }
    positive("meet", meet, problems);
    positive("sync", sync, problems);
    positive("detach", detach, problems);
    positive("poll", poll, problems);
    if (failOver.toSeconds() < LEAST_FAIL_OVER_SECONDS) {
      problems.add(
          "failOver is %d ms, not %d s or more"
              .formatted(failOver.toMillis(), LEAST_FAIL_OVER_SECONDS));
    }
    if (detach.toMillis() > Duration.ofSeconds(MOST_DETACH_SECONDS).toMillis()) {
      problems.add(
          "detach is %d ms, not %d s or less".formatted(detach.toMillis(), MOST_DETACH_SECONDS));
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  /** The same with another limit for the copy. */
  public MigrationLimits syncWithin(Duration limit) {
    return new MigrationLimits(lagBytes, meet, limit, failOver, attempts, redirect, detach, poll);
  }

  private static void positive(String name, Duration value, List<String> problems) {
    if (value.isZero() || value.isNegative()) {
      problems.add("%s is %d ms, not 1 or more".formatted(name, value.toMillis()));
    }
  }
}
