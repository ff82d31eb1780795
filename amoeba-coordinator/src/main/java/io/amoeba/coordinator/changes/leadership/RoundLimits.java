package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.promotion.PromotionLimits;
import java.time.Duration;

/**
 * How long the steps of a round may take beside the work. Immutable.
 *
 * @param promotion {@code sync}: until a server may be told to lead, or to work, with its rest
 *     added
 * @param agree until all servers agree about the new leader
 * @param poll between two polls while the lead changes
 * @param watch between two polls of what takes minutes
 */
public record RoundLimits(
    PromotionLimits promotion, Duration agree, Duration poll, Duration watch) {

  /** Replicas of a shard are in sync before a round begins, and again within a second. */
  public static final RoundLimits DEFAULT =
      new RoundLimits(
          new PromotionLimits(
              1 << 20, Duration.ofSeconds(60), Duration.ofSeconds(15), /* attempts= */ 1),
          Duration.ofSeconds(30),
          Duration.ofMillis(100),
          Duration.ofMillis(500));
}
