package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.yaml.YamlSection;
import io.amoeba.partitioner.placement.HashSlot;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How gently hash slots move. Immutable.
 *
 * @param hashSlotsPerBatch hash slots between two looks at the topology: before a batch its roles
 *     are checked, after it every primary's view
 * @param hashSlotsAtOnce most hash slots that are open at once, from one primary to one other, as
 *     long as they hold no more keys than one MIGRATE may take
 * @param keysPerMigrate keys that one MIGRATE takes, during which both primaries serve nobody else
 * @param keysPerSecond average that is not exceeded, 0: no limit
 * @param migrateTimeout longest silence between the two primaries within a MIGRATE. A single key
 *     that takes longer cannot be moved. Keep it below {@code cluster-node-timeout}, or a replica
 *     may take over meanwhile
 * @param attempts how often in a row a transfer may fail
 * @param atomic whether the servers' own atomic migrations are used where all primaries know them
 * @param hashSlotsPerMigration most hash slots of one of these, which copies all of them at once
 */
public record SlotMigrationLimits(
    int hashSlotsPerBatch,
    int hashSlotsAtOnce,
    int keysPerMigrate,
    int keysPerSecond,
    Duration migrateTimeout,
    int attempts,
    boolean atomic,
    int hashSlotsPerMigration) {

  /** Limits for a cluster with the default {@code cluster-node-timeout} of 15 s. */
  public static final SlotMigrationLimits DEFAULT =
      new SlotMigrationLimits(64, 16, 100, 0, Duration.ofSeconds(5), 3, true, 512);

  /** The caller refuses unknown keys. */
  public static SlotMigrationLimits read(YamlSection section) {
    String setslot = "setslot";
    String method =
        section.oneOf(
            "method",
            List.of("best", setslot),
            "best",
            "best takes atomic migrations where all servers know them; setslot never does.");
    return new SlotMigrationLimits(
        DEFAULT.hashSlotsPerBatch,
        section.number("maxOpenHashSlots", 1, 64, DEFAULT.hashSlotsAtOnce),
        section.number("keysPerMigrate", 1, 10_000, DEFAULT.keysPerMigrate),
        section.number("maxKeysPerSecond", 0, Integer.MAX_VALUE, DEFAULT.keysPerSecond),
        section.duration(
            "migrateTimeout",
            Duration.ofMillis(100),
            Duration.ofMinutes(1),
            DEFAULT.migrateTimeout),
        DEFAULT.attempts,
        !method.equals(setslot),
        section.number("hashSlotsPerMigration", 1, HashSlot.COUNT, DEFAULT.hashSlotsPerMigration));
  }

  /** The best method of those that all primaries know, and that these limits allow. */
  SlotMigrationMethod method(Set<SlotMigrationMethod> known) {
    if (mayBeAtomic() && known.contains(SlotMigrationMethod.CLUSTER_MIGRATION)) {
      return SlotMigrationMethod.CLUSTER_MIGRATION;
    }
    return mayBeAtomic() && known.contains(SlotMigrationMethod.CLUSTER_MIGRATESLOTS)
        ? SlotMigrationMethod.CLUSTER_MIGRATESLOTS
        : SlotMigrationMethod.SETSLOT_AND_MIGRATE;
  }

  /** The same with so many hash slots open at once. */
  public SlotMigrationLimits withHashSlotsAtOnce(int hashSlots) {
    return new SlotMigrationLimits(
        hashSlotsPerBatch,
        hashSlots,
        keysPerMigrate,
        keysPerSecond,
        migrateTimeout,
        attempts,
        atomic,
        hashSlotsPerMigration);
  }

  /** The same with so many keys in one MIGRATE. */
  public SlotMigrationLimits withKeysPerMigrate(int keys) {
    return new SlotMigrationLimits(
        hashSlotsPerBatch,
        hashSlotsAtOnce,
        keys,
        keysPerSecond,
        migrateTimeout,
        attempts,
        atomic,
        hashSlotsPerMigration);
  }

  /** The same with another timeout. */
  public SlotMigrationLimits withMigrateTimeout(Duration timeout) {
    return new SlotMigrationLimits(
        hashSlotsPerBatch,
        hashSlotsAtOnce,
        keysPerMigrate,
        keysPerSecond,
        timeout,
        attempts,
        atomic,
        hashSlotsPerMigration);
  }

  /** The same with so many hash slots in one atomic migration. */
  public SlotMigrationLimits withHashSlotsPerMigration(int hashSlots) {
    return new SlotMigrationLimits(
        hashSlotsPerBatch,
        hashSlotsAtOnce,
        keysPerMigrate,
        keysPerSecond,
        migrateTimeout,
        attempts,
        atomic,
        hashSlots);
  }

  /**
   * Whether servers may migrate hash slots by themselves. They keep no limit of keys per second:
   * they migrate as fast as they can.
   */
  public boolean mayBeAtomic() {
    return atomic && keysPerSecond == 0;
  }

  /** Most keys of hash slots that are open together: a MIGRATE's, or a second's. */
  int keysAtOnce() {
    return keysPerSecond == 0 ? keysPerMigrate : Math.min(keysPerMigrate, keysPerSecond);
  }
}
