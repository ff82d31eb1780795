package io.amoeba.coordinator.cluster;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/** Hash slots in words, and compared. Pure functions. */
public final class HashSlots {

  /** More spans than these are only counted in a sentence. */
  private static final int SHOWN = 5;

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
        : spans.stream().map(HashSlots::text).collect(Collectors.joining(","));
  }

  private static String text(HashSlotSpan span) {
    return span.count() == 1 ? "" + span.from() : span.from() + "-" + span.to();
  }

  /** In a sentence: such as "hash slots 1-3, 7 have" or "hash slot 1 has". */
  public static String sentence(BitSet hashSlots, String verbForOne, String verb) {
    List<HashSlotSpan> spans = spans(hashSlots);
    String shown =
        spans.stream().limit(SHOWN).map(HashSlots::text).collect(Collectors.joining(", "));
    String more = spans.size() > SHOWN ? ", … (" + hashSlots.cardinality() + " in all)" : "";
    return hashSlots.cardinality() == 1
        ? "hash slot %s %s".formatted(shown, verbForOne)
        : "hash slots %s%s %s".formatted(shown, more, verb);
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
