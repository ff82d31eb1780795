package io.amoeba.coordinator.monitor;

import java.util.List;

/**
 * A primary of the store: its id, its host as it announces it, its port and hash slots. Immutable.
 */
public record Primary(
    String id, String host, int port, List<String> otherHosts, List<HashSlotSpan> hashSlots) {

  public Primary {
    otherHosts = List.copyOf(otherHosts);
    hashSlots = List.copyOf(hashSlots);
  }

  /** Number of hash slots that it serves. */
  public int hashSlotCount() {
    return hashSlots.stream().mapToInt(HashSlotSpan::count).sum();
  }
}
