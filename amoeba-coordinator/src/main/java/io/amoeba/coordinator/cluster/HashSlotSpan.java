package io.amoeba.coordinator.cluster;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.BitSet;
import java.util.List;

/** Hash slots {@code from … to}, both included. Immutable. */
public record HashSlotSpan(int from, int to) {

  /**
   * Makes sure that there are hash slots, and that all of them exist.
   *
   * @throws IllegalArgumentException otherwise
   */
  public static void check(List<HashSlotSpan> spans) {
    if (spans.isEmpty()) {
      throw new IllegalArgumentException("hashSlots is empty");
    }
    for (HashSlotSpan span : spans) {
      if (span.from < 0 || span.from > span.to || span.to >= HashSlot.COUNT) {
        throw new IllegalArgumentException(
            "there are no hash slots %d to %d".formatted(span.from, span.to));
      }
    }
  }

  /** The hash slots of some spans. */
  public static BitSet bits(List<HashSlotSpan> spans) {
    BitSet bits = new BitSet();
    spans.forEach(span -> bits.set(span.from, span.to + 1));
    return bits;
  }

  /** Number of hash slots of some spans that share none. */
  public static int count(List<HashSlotSpan> spans) {
    return spans.stream().mapToInt(HashSlotSpan::count).sum();
  }

  /** Number of hash slots. */
  public int count() {
    return to - from + 1;
  }
}
