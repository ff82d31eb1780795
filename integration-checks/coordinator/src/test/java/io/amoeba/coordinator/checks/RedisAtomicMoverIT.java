package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.cluster.SlotMigrationMethod;

/** Redis 8.4 or newer. */
class RedisAtomicMoverIT extends AtomicMoves {

  RedisAtomicMoverIT() {
    super("amoeba.test.redis-8.4", SlotMigrationMethod.CLUSTER_MIGRATION, "+cluster|migration");
  }
}
