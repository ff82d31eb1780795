package io.amoeba.coordinator.changes.slots;

import java.util.Set;

/** How a cluster can migrate hash slots, found by the commands that its primaries know. */
public enum SlotMigrationMethod {
  /** CLUSTER SETSLOT and MIGRATE, key by key: every server. */
  SETSLOT_AND_MIGRATE {
    @Override
    public String steering(SlotsInTransition slots) {
      throw new IllegalStateException(this + " has no migration");
    }
  },
  /** CLUSTER MIGRATION, atomic: Redis 8.4 and newer. The destination imports. */
  CLUSTER_MIGRATION {
    @Override
    public String steering(SlotsInTransition slots) {
      return slots.to();
    }
  },
  /** CLUSTER MIGRATESLOTS, atomic: Valkey 9 and newer. The source exports. */
  CLUSTER_MIGRATESLOTS {
    @Override
    public String steering(SlotsInTransition slots) {
      return slots.from();
    }
  };

  /** The primary that is told to migrate, and that tells how it goes; atomic methods only. */
  public abstract String steering(SlotsInTransition slots);

  /** The best method of those that all primaries know, and that the limits allow. */
  static SlotMigrationMethod best(Set<SlotMigrationMethod> known, SlotMigrationLimits limits) {
    if (!limits.mayBeAtomic()) {
      return SETSLOT_AND_MIGRATE;
    }
    if (known.contains(CLUSTER_MIGRATION)) {
      return CLUSTER_MIGRATION;
    }
    return known.contains(CLUSTER_MIGRATESLOTS) ? CLUSTER_MIGRATESLOTS : SETSLOT_AND_MIGRATE;
  }
}
