package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanProgress;
import io.amoeba.coordinator.plan.Transfer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** Hash slots that move between primaries with their keys, for one reason or another. Immutable. */
public interface HashSlotMoves extends PlanAction {

  /** Moves between primaries, by their ids. */
  List<HashSlotMove> moves();

  /** {@code host:port} of each of these primaries, for people. */
  Map<String, String> addresses();

  /**
   * Makes sure that there are moves, and of hash slots that exist.
   *
   * @throws IllegalArgumentException otherwise
   */
  static void check(List<HashSlotMove> moves) {
    if (moves.isEmpty()) {
      throw new IllegalArgumentException("moves is empty");
    }
    moves.forEach(move -> HashSlotSpan.check(move.hashSlots()));
  }

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
    return kind().equals(earlier.kind())
        && earlier.as(HashSlotMoves.class).filter(this::bringsHalfOf).isPresent();
  }

  private boolean bringsHalfOf(HashSlotMoves that) {
    Map<String, BitSet> brought = that.gained();
    int again = 0;
    for (Map.Entry<String, BitSet> taker : gained().entrySet()) {
      BitSet both = (BitSet) taker.getValue().clone();
      both.and(brought.getOrDefault(taker.getKey(), new BitSet()));
      again += both.cardinality();
    }
    return 2 * again >= movedHashSlots();
  }

  /** All that move. */
  default BitSet allHashSlots() {
    BitSet all = new BitSet();
    moves().forEach(move -> all.or(HashSlotSpan.bits(move.hashSlots())));
    return all;
  }

  /** Hash slots that come to each primary. */
  private Map<String, BitSet> gained() {
    Map<String, BitSet> gained = new HashMap<>();
    for (HashSlotMove move : moves()) {
      gained
          .computeIfAbsent(move.to(), primary -> new BitSet())
          .or(HashSlotSpan.bits(move.hashSlots()));
    }
    return gained;
  }

  @Override
  default int effort() {
    return Math.max(1, movedHashSlots());
  }

  @Override
  default List<Transfer> transfers() {
    return moves().stream()
        .map(move -> new Transfer(move.from(), move.to(), move.hashSlots(), false))
        .toList();
  }

  @Override
  default List<String> lines() {
    return moves().stream()
        .map(
            move ->
                String.format(
                    Locale.ROOT,
                    "%,d hash slots from %s to %s",
                    move.hashSlotCount(),
                    address(move.from()),
                    address(move.to())))
        .toList();
  }

  @Override
  default String costText(PlanCost cost) {
    return "%d hash slots%s move to another primary; their number of keys is not known in advance"
        .formatted(movedHashSlots(), cost.bytesText());
  }

  @Override
  default PlanProgress noProgress() {
    return SlotProgress.NONE;
  }

  /** A move as the API shows it. Immutable. */
  record MoveView(String from, String fromId, String to, String toId, int hashSlots) {}

  /** The moves as the API shows them. */
  default List<MoveView> moveViews() {
    return moves().stream()
        .map(
            move ->
                new MoveView(
                    address(move.from()),
                    move.from(),
                    address(move.to()),
                    move.to(),
                    move.hashSlotCount()))
        .toList();
  }
}
