package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Hash slots that move between primaries with their keys, for one reason or another. Immutable. */
public sealed interface HashSlotMoves extends PlanAction
    permits MoveHashSlots, GrowStore, DrainStore {

  /** Moves between primaries, by their ids. */
  List<HashSlotMove> moves();

  /** {@code host:port} of each of these primaries, for people. */
  Map<String, String> addresses();

  /** A primary for people. */
  default String address(String primary) {
    return addresses().getOrDefault(primary, primary);
  }

  @Override
  default int movedHashSlots() {
    return moves().stream().mapToInt(HashSlotMove::hashSlotCount).sum();
  }

  /** Nobody has counted them. */
  @Override
  default OptionalLong movedKeys() {
    return OptionalLong.empty();
  }

  /** Half of them: whoever has moved hash slots back may have moved some elsewhere. */
  @Override
  default boolean repeats(PlanAction earlier) {
    if (!(earlier instanceof HashSlotMoves that) || !kind().equals(that.kind())) {
      return false;
    }
    Map<String, BitSet> brought = that.gained();
    int again = 0;
    for (Map.Entry<String, BitSet> taker : gained().entrySet()) {
      BitSet both = (BitSet) taker.getValue().clone();
      both.and(brought.getOrDefault(taker.getKey(), new BitSet()));
      again += both.cardinality();
    }
    return 2 * again >= movedHashSlots();
  }

  /** Hash slots that come to each primary. */
  private Map<String, BitSet> gained() {
    Map<String, BitSet> gained = new HashMap<>();
    for (HashSlotMove move : moves()) {
      BitSet hashSlots = gained.computeIfAbsent(move.to(), primary -> new BitSet());
      for (HashSlotSpan span : move.hashSlots()) {
        hashSlots.set(span.from(), span.to() + 1);
      }
    }
    return gained;
  }

  @Override
  default int effort() {
    return Math.max(1, movedHashSlots());
  }

  @Override
  default boolean changesStore() {
    return true;
  }
}
