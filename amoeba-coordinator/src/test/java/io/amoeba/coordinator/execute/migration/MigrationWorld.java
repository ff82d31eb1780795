package io.amoeba.coordinator.execute.migration;

import io.amoeba.coordinator.plan.migration.Migration;
import io.amoeba.coordinator.plan.migration.MigrationReason;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import io.amoeba.coordinator.plan.migration.SpareServer;
import java.time.Duration;
import java.util.List;

/** A simulated cluster, a journal, and migrators whose clock is the cluster's. */
final class MigrationWorld {

  static final MigrationLimits LIMITS =
      new MigrationLimits(
          0,
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(10),
          2,
          Duration.ofSeconds(2),
          Duration.ofSeconds(20),
          Duration.ofSeconds(1));

  final SimulatedCluster cluster;
  final InMemoryMigrationJournal journal = new InMemoryMigrationJournal();
  final MigrationControl control = new MigrationControl();
  private long now;

  /** More than 1: the rest between promotions is too short. */
  long restClockSpeed = 1;

  /** What any server lacks. */
  List<String> differences = List.of();

  MigrationWorld(boolean member) {
    cluster = new SimulatedCluster(member);
  }

  /** Migrates a to s. */
  MigrationReport migrate(OldPrimary old) {
    return migrate("a", old);
  }

  MigrationReport migrate(String primary, OldPrimary old) {
    return migrate(migrator(), primary, old);
  }

  MigrationReport migrate(PrimaryMigrator migrator, String primary, OldPrimary old) {
    return migrator.migrate(
        new Migration(
            primary,
            new SpareServer(cluster.node("s").address, "node"),
            MigrationReason.NO_SUBTASK),
        old,
        control);
  }

  MigrationReport recover(RecoveryPolicy policy) {
    return migrator().recover(policy, new MigrationControl());
  }

  PrimaryMigrator migrator() {
    return new PrimaryMigrator(
        cluster,
        server -> differences,
        journal,
        LIMITS,
        new Waits(
            () -> now,
            time -> {
              now += time.toNanos();
              cluster.tick();
            },
            LIMITS.poll()),
        new PromotionRest(() -> now * restClockSpeed));
  }
}
