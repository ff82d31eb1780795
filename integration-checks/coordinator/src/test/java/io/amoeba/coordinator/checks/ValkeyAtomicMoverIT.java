package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.cluster.SlotMigrationMethod;

/** Valkey 9 or newer. */
class ValkeyAtomicMoverIT extends AtomicMoves {

  ValkeyAtomicMoverIT() {
    super(
        "amoeba.test.valkey-9",
        SlotMigrationMethod.CLUSTER_MIGRATESLOTS,
        "+cluster|migrateslots +cluster|getslotmigrations +cluster|cancelslotmigrations");
  }
}
