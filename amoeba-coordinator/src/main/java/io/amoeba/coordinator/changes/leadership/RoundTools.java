package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.promotion.OwnershipAgreement;
import io.amoeba.coordinator.promotion.Poller;
import io.amoeba.coordinator.promotion.Promotion;
import io.amoeba.coordinator.promotion.PromotionLimits;
import io.amoeba.coordinator.promotion.PromotionRest;
import java.time.Duration;

/**
 * What the steps of rounds act with. Confined to one thread.
 *
 * @param watch polls seldom, for waits of minutes
 */
record RoundTools(
    ClusterAdmin cluster,
    Promotion promotion,
    OwnershipAgreement agreement,
    RoundRouting routing,
    ShardBackups backups,
    Poller poller,
    Poller watch,
    Limits limits) {

  /**
   * How long the steps of a round may take beside the work. Immutable.
   *
   * @param promotion {@code sync}: until a server may be told to lead, or to work, with its rest
   *     added
   * @param agree until all servers agree about the new leader
   * @param poll between two polls while the lead changes
   * @param watch between two polls of what takes minutes
   */
  record Limits(PromotionLimits promotion, Duration agree, Duration poll, Duration watch) {

    /** Replicas of a shard are in sync before a round begins, and again within a second. */
    static final Limits DEFAULT =
        new Limits(
            new PromotionLimits(
                1 << 20, Duration.ofSeconds(60), Duration.ofSeconds(15), /* attempts= */ 1),
            Duration.ofSeconds(30),
            Duration.ofMillis(100),
            Duration.ofMillis(500));
  }

  static RoundTools of(
      ClusterAdmin cluster,
      PromotionRest rest,
      LeadRouting routing,
      ShardBackups backups,
      Limits limits,
      StepClock clock) {
    Poller poller = new Poller(clock, limits.poll());
    Promotion promotion =
        new Promotion(cluster, limits.promotion(), poller, rest, RoundChecks::mayNotLead);
    return new RoundTools(
        cluster,
        promotion,
        new OwnershipAgreement(cluster, promotion, poller),
        new RoundRouting(routing),
        backups,
        poller,
        new Poller(clock, limits.watch()),
        limits);
  }
}
