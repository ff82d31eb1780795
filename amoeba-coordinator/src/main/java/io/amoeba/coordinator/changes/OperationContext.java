package io.amoeba.coordinator.changes;

import io.amoeba.coordinator.changes.failover.ReplacementLimits;
import io.amoeba.coordinator.changes.leadership.LeadRouting;
import io.amoeba.coordinator.changes.leadership.ShardBackups;
import io.amoeba.coordinator.changes.parallelism.JobControl;
import io.amoeba.coordinator.changes.servers.ServerStarter;
import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.members.MemberPreparation;
import io.amoeba.coordinator.promotion.PromotionRest;
import java.time.Duration;

/**
 * What operations are made from: their ports, which they share since the runner takes the steps of
 * all of them on one thread, and the settings of a coordinator. Confined to the thread that makes
 * them.
 */
public interface OperationContext {

  /** Where hash slots migrate, and servers join and become replicas and primaries. */
  ClusterAdmin cluster();

  /** When servers may be told to take over, as far as this coordinator knows. */
  PromotionRest rest();

  /** By which maps the job's records follow a lead. */
  LeadRouting routing();

  /** Makes backups as the configuration says. */
  ShardBackups backups();

  /** Compares servers with the primaries of the store. */
  MemberPreparation members();

  /** Where jobs run. */
  JobControl jobs();

  /** Starts servers as the configuration says. */
  ServerStarter starter();

  /** What plans respect. */
  PlanRules rules();

  /** How gently hash slots migrate. */
  SlotMigrationLimits slotLimits();

  /** How long the steps of a replacement may take. */
  ReplacementLimits replacementLimits();

  /** How long primaries may disagree about what has changed. */
  Duration agreement();

  /** Whether a former coordinator has left an operation of this kind open. */
  boolean isOpen(String kind);
}
