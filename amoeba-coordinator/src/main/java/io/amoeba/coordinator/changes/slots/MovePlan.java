package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Moves, the most urgent first: what has to leave its primary, then what is taken from those
 * furthest above their target; none where nothing has to change. Immutable.
 *
 * @param movedBytes what they cost, where sizes are known
 * @param leastPossible a proven lower bound of what any plan for the same request costs, in bytes
 *     where they are known and in hash slots otherwise
 * @param notes where a constraint keeps a primary from its share
 * @param reasons why not everything is possible; none if it is
 */
public record MovePlan(
    List<HashSlotMove> moves,
    OptionalLong movedBytes,
    long leastPossible,
    List<String> notes,
    List<Problem> reasons) {

  public MovePlan {
    moves = List.copyOf(moves);
    notes = List.copyOf(notes);
    reasons = List.copyOf(reasons);
  }

  /** The plan if everything is possible. */
  Optional<MovePlan> complete() {
    return Optional.of(this).filter(plan -> plan.reasons.isEmpty());
  }

  /** Number of hash slots that move. */
  int movedHashSlots() {
    return moves.stream().mapToInt(HashSlotMove::hashSlotCount).sum();
  }

  /** The same moves for another reason. */
  MovePlan because(MoveReason reason) {
    List<HashSlotMove> same =
        moves.stream()
            .map(move -> new HashSlotMove(move.from(), move.to(), move.hashSlots(), reason))
            .toList();
    return new MovePlan(same, movedBytes, leastPossible, notes, reasons);
  }

  /** Owners of the hash slots of a layout after these moves. */
  int[] ownersAfter(StoreLayout layout) {
    List<String> ids = layout.primaries().stream().map(TargetPrimary::id).toList();
    int[] owners = layout.owners();
    for (HashSlotMove move : moves) {
      int to = ids.indexOf(move.to());
      for (HashSlotSpan span : move.hashSlots()) {
        Arrays.fill(owners, span.from(), span.to() + 1, to);
      }
    }
    return owners;
  }
}
