package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a node says: which id owns which hash slots, and which ones it has opened itself. Immutable.
 *
 * @param address {@code host:port} for people
 * @param epochs configuration epoch of every node by id, as far as this one has heard of it
 * @param pings its pings of every other node, by id
 */
public record PrimaryView(
    String id,
    String address,
    Map<String, List<HashSlotSpan>> owners,
    List<OpenMark> marks,
    Map<String, Long> epochs,
    Map<String, PingState> pings) {

  public PrimaryView {
    owners = Map.copyOf(owners);
    marks = List.copyOf(marks);
    epochs = Map.copyOf(epochs);
    pings = Map.copyOf(pings);
  }

  /** Who owns a hash slot, in its view. */
  Optional<String> ownerOf(int hashSlot) {
    return owners.entrySet().stream()
        .filter(e -> e.getValue().stream().anyMatch(s -> contains(s, hashSlot)))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Whether it owns a hash slot, in its own view. */
  boolean owns(int hashSlot) {
    return owners.getOrDefault(id, List.of()).stream().anyMatch(s -> contains(s, hashSlot));
  }

  /** The hash slots that it sees a node own. */
  BitSet ownedBy(String node) {
    BitSet owned = new BitSet();
    owners.getOrDefault(node, List.of()).forEach(span -> owned.set(span.from(), span.to() + 1));
    return owned;
  }

  /** A node's epoch, as far as it has heard of it; -1: it does not know the node. */
  long epochOf(String node) {
    return epochs.getOrDefault(node, -1L);
  }

  /** What it has noted of a hash slot. */
  List<OpenMark> marksOf(int hashSlot) {
    return marks.stream().filter(mark -> mark.hashSlot() == hashSlot).toList();
  }

  private static boolean contains(HashSlotSpan span, int hashSlot) {
    return span.from() <= hashSlot && hashSlot <= span.to();
  }

  @Override
  public String toString() {
    return address + " (" + id + ")";
  }
}
