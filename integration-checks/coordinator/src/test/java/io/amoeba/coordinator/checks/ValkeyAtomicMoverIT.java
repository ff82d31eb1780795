package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.execute.moves.MoveWay;

/** Valkey 9 or newer. */
class ValkeyAtomicMoverIT extends AtomicMoves {

  ValkeyAtomicMoverIT() {
    super(
        "amoeba.test.valkey-9",
        MoveWay.CLUSTER_MIGRATESLOTS,
        "+cluster|migrateslots +cluster|getslotmigrations +cluster|cancelslotmigrations");
  }
}
