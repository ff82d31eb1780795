package io.amoeba.coordinator.execute.moves;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a primary says: which id owns which hash slots, and which ones it has opened itself.
 * Immutable.
 *
 * @param address {@code host:port} for people
 */
public record PrimaryView(
    String id, String address, Map<String, List<HashSlotSpan>> owners, List<OpenMark> marks) {

  public PrimaryView {
    owners = Map.copyOf(owners);
    marks = List.copyOf(marks);
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
