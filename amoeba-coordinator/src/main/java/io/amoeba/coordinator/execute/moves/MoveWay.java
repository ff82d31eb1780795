package io.amoeba.coordinator.execute.moves;

import java.util.Set;

/** How a cluster can move hash slots, found by the commands that its primaries know. */
public enum MoveWay {
  /** CLUSTER SETSLOT and MIGRATE, key by key: every server. */
  SETSLOT_AND_MIGRATE {
    @Override
    public String steering(OpenHashSlots move) {
      throw new IllegalStateException(this + " has no migration");
    }
  },
  /** CLUSTER MIGRATION, atomic: Redis 8.4 and newer. The destination imports. */
  CLUSTER_MIGRATION {
    @Override
    public String steering(OpenHashSlots move) {
      return move.to();
    }
  },
  /** CLUSTER MIGRATESLOTS, atomic: Valkey 9 and newer. The source exports. */
  CLUSTER_MIGRATESLOTS {
    @Override
    public String steering(OpenHashSlots move) {
      return move.from();
    }
  };

  /** The primary that is told to migrate, and that tells how it goes; atomic ways only. */
  public abstract String steering(OpenHashSlots move);

  /** The best way of those that all primaries know, and that the limits allow. */
  static MoveWay best(Set<MoveWay> known, MoveLimits limits) {
    if (!limits.mayBeAtomic()) {
      return SETSLOT_AND_MIGRATE;
    }
    if (known.contains(CLUSTER_MIGRATION)) {
      return CLUSTER_MIGRATION;
    }
    return known.contains(CLUSTER_MIGRATESLOTS) ? CLUSTER_MIGRATESLOTS : SETSLOT_AND_MIGRATE;
  }
}
