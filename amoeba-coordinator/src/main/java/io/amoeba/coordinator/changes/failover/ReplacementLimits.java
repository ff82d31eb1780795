package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.promotion.PromotionLimits;
import io.amoeba.coordinator.yaml.YamlSection;
import java.time.Duration;

/**
 * How long the phases of a replacement may take. Pauses do not count. Immutable.
 *
 * @param lagBytes how far a replica that is in sync may be behind; the manual failover waits for
 *     the rest while clients wait, 0 or more
 * @param meet until all servers know a new one, or agree about the new owner
 * @param sync until the replica is in sync: the whole copy
 * @param failOver until the replica is promoted, for each attempt. At least 10 s: after that a
 *     primary no longer waits for a replica that it was told to hand over to
 * @param attempts how often it is told, 1 or more
 * @param redirect how long a former primary stays as a replica, which redirects clients to the new
 *     one, before it is decommissioned; 0 or more
 * @param detach until a server is reset and no other one knows it. At most 50 s: a server that has
 *     forgotten another one listens to gossip about it again after 60 s
 * @param poll between two polls
 */
public record ReplacementLimits(
    long lagBytes,
    Duration meet,
    Duration sync,
    Duration failOver,
    int attempts,
    Duration redirect,
    Duration detach,
    Duration poll) {

  /** Redis gives a hand-over 5 s, and writes wait at most twice that. */
  private static final Duration MIN_FAIL_OVER = Duration.ofSeconds(10);

  /** Limits for data sets that are copied within half an hour. */
  public static final ReplacementLimits DEFAULT =
      new ReplacementLimits(
          1 << 20,
          Duration.ofSeconds(30),
          Duration.ofMinutes(30),
          Duration.ofSeconds(15),
          3,
          Duration.ofSeconds(15),
          Duration.ofSeconds(50),
          Duration.ofMillis(100));

  /** What of it is about the promotion. */
  public PromotionLimits promotion() {
    return new PromotionLimits(lagBytes, sync, failOver, attempts);
  }

  /** The caller refuses unknown keys. */
  public static ReplacementLimits read(YamlSection section) {
    return new ReplacementLimits(
        section.size("maxLag", DEFAULT.lagBytes),
        DEFAULT.meet,
        section.duration("syncTimeout", Duration.ofSeconds(1), Duration.ofDays(1), DEFAULT.sync),
        section.duration(
            "failoverTimeout", MIN_FAIL_OVER, Duration.ofMinutes(10), DEFAULT.failOver),
        DEFAULT.attempts,
        section.duration("redirectTime", Duration.ZERO, Duration.ofMinutes(10), DEFAULT.redirect),
        DEFAULT.detach,
        DEFAULT.poll);
  }
}
