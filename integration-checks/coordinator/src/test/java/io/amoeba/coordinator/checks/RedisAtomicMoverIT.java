package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.execute.moves.MoveWay;

/** Redis 8.4 or newer. */
class RedisAtomicMoverIT extends AtomicMoves {

  RedisAtomicMoverIT() {
    super("amoeba.test.redis-8.4", MoveWay.CLUSTER_MIGRATION, "+cluster|migration");
  }
}
