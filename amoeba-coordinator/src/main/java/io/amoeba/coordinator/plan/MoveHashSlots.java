package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Moves of hash slots with their keys: the store follows a keyed stream. Immutable.
 *
 * @param operator the keyed operator
 * @param moves between primaries, by their ids
 * @param addresses {@code host:port} of each of these primaries, for people
 * @param alignedBefore share (0 … 1) of hash slots whose primary is on the node of the subtask with
 *     their key group
 * @param alignedAfter the same after the moves
 */
public record MoveHashSlots(
    String operator,
    List<HashSlotMove> moves,
    Map<String, String> addresses,
    double alignedBefore,
    double alignedAfter)
    implements HashSlotMoves {

  /** {@link #kind}. */
  public static final String KIND = "move_hash_slots";

  public MoveHashSlots {
    moves = List.copyOf(moves);
    addresses = Map.copyOf(addresses);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public List<AlignedShare> shares() {
    return List.of(new AlignedShare(operator, alignedBefore, alignedAfter));
  }

  @Override
  public boolean sameOutcome(PlanAction other) {
    return other instanceof MoveHashSlots that
        && operator.equals(that.operator)
        && moves.equals(that.moves);
  }

  @Override
  public boolean leaves(PlanAction other) {
    if (!(other instanceof MoveHashSlots that) || !operator.equals(that.operator)) {
      return false;
    }
    BitSet left = that.hashSlots();
    left.andNot(hashSlots());
    return left.isEmpty();
  }

  private BitSet hashSlots() {
    BitSet all = new BitSet();
    for (HashSlotMove move : moves) {
      for (HashSlotSpan span : move.hashSlots()) {
        all.set(span.from(), span.to() + 1);
      }
    }
    return all;
  }
}
