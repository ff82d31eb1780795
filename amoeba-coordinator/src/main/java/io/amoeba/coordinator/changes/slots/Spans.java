package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.HashSlots;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/** Sets of hash slots in sentences. Stateless. */
final class Spans {

  /** More spans than these are only counted in a sentence. */
  private static final int SHOWN = 5;

  private Spans() {}

  /** Such as "hash slots 1-3, 7 have" or "hash slot 1 has". */
  static String sentence(BitSet hashSlots, String verbForOne, String verb) {
    List<HashSlotSpan> spans = HashSlots.spans(hashSlots);
    String shown =
        spans.stream()
            .limit(SHOWN)
            .map(s -> s.count() == 1 ? "" + s.from() : s.from() + "-" + s.to())
            .collect(Collectors.joining(", "));
    String more = spans.size() > SHOWN ? ", … (" + hashSlots.cardinality() + " in all)" : "";
    boolean one = hashSlots.cardinality() == 1;
    return (one ? "hash slot " : "hash slots ") + shown + more + " " + (one ? verbForOne : verb);
  }
}
