package io.amoeba.coordinator.monitor;

import java.util.List;
import java.util.OptionalLong;

/**
 * A primary of the store: its id, its host as it announces it, its port and hash slots, and how
 * many keys it held when they were last counted (empty: nobody has counted them). Immutable.
 */
public record Primary(
    String id,
    String host,
    int port,
    List<String> otherHosts,
    List<HashSlotSpan> hashSlots,
    OptionalLong keys) {

  public Primary {
    otherHosts = List.copyOf(otherHosts);
    hashSlots = List.copyOf(hashSlots);
  }

  /** A primary whose keys nobody has counted. */
  public Primary(
      String id, String host, int port, List<String> otherHosts, List<HashSlotSpan> hashSlots) {
    this(id, host, port, otherHosts, hashSlots, OptionalLong.empty());
  }

  /** The same with so many keys. */
  public Primary withKeys(OptionalLong counted) {
    return new Primary(id, host, port, otherHosts, hashSlots, counted);
  }

  /** Number of hash slots that it serves. */
  public int hashSlotCount() {
    return hashSlots.stream().mapToInt(HashSlotSpan::count).sum();
  }
}
