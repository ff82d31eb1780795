package io.amoeba.coordinator.cluster;

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
}
