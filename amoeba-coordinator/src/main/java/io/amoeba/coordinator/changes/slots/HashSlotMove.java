package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import java.util.List;

/**
 * Hash slots, in ascending order, that go from one primary to another, by id, and why. Immutable.
 */
public record HashSlotMove(
    String from, String to, List<HashSlotSpan> hashSlots, MoveReason reason) {

  public HashSlotMove {
    hashSlots = List.copyOf(hashSlots);
  }

  /** Number of hash slots. */
  public int hashSlotCount() {
    return HashSlotSpan.count(hashSlots);
  }
}
