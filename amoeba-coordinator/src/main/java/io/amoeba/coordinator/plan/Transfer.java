package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import java.util.List;

/**
 * Hash slots that go from one server to another with their keys. Immutable.
 *
 * @param from id of their primary
 * @param to id of the primary that gets them, or {@code host:port} of the server that does
 * @param whole whether the server takes the place of the primary, with all of its hash slots
 */
public record Transfer(String from, String to, List<HashSlotSpan> hashSlots, boolean whole) {

  public Transfer {
    hashSlots = List.copyOf(hashSlots);
  }

  /** Number of hash slots. */
  public int hashSlotCount() {
    return HashSlotSpan.count(hashSlots);
  }
}
