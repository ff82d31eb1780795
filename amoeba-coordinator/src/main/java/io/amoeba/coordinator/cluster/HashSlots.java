package io.amoeba.coordinator.cluster;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/** Hash slots in words, and compared. Pure functions. */
public final class HashSlots {

  private HashSlots() {}

  /** The spans of some hash slots, in ascending order. */
  public static List<HashSlotSpan> spans(BitSet hashSlots) {
    List<HashSlotSpan> spans = new ArrayList<>();
    int from = hashSlots.nextSetBit(0);
    while (from >= 0) {
      int end = hashSlots.nextClearBit(from);
      spans.add(new HashSlotSpan(from, end - 1));
      from = hashSlots.nextSetBit(end);
    }
    return spans;
  }

  /** For people: {@code 0-5,7}, or {@code none}. */
  public static String text(List<HashSlotSpan> spans) {
    return spans.isEmpty()
        ? "none"
        : spans.stream()
            .map(s -> s.from() == s.to() ? "" + s.from() : s.from() + "-" + s.to())
            .collect(Collectors.joining(","));
  }

  /** Whether all of these are among those that a server owns. */
  public static boolean cover(List<HashSlotSpan> owned, List<HashSlotSpan> these) {
    return these.stream()
        .allMatch(a -> owned.stream().anyMatch(b -> b.from() <= a.from() && a.to() <= b.to()));
  }

  /** Whether a hash slot is in both. */
  public static boolean overlap(List<HashSlotSpan> some, List<HashSlotSpan> others) {
    return some.stream()
        .anyMatch(a -> others.stream().anyMatch(b -> a.from() <= b.to() && b.from() <= a.to()));
  }
}
