package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.promotion.OwnershipAgreement;
import io.amoeba.coordinator.promotion.Poller;
import io.amoeba.coordinator.promotion.Promotion;
import io.amoeba.coordinator.promotion.PromotionRest;

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
    RoundLimits limits) {

  static RoundTools of(
      ClusterAdmin cluster,
      PromotionRest rest,
      LeadRouting routing,
      ShardBackups backups,
      RoundLimits limits,
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
