package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import java.util.Optional;

/** By which load a store is balanced. Stateless. */
final class StoreLoad {

  /** CPU time of the whole store in about the last minute; a store with less is idle. */
  private static final long IDLE_MICROS = 100_000;

  private StoreLoad() {}

  /**
   * The load, if it is known; a store that idles is balanced by hash slots, since the little that
   * it does is chance.
   */
  static Optional<HashSlotLoad> of(ClusterSnapshot snapshot) {
    return snapshot.load().filter(load -> load.totalMicros() >= IDLE_MICROS);
  }
}
