package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import java.util.Arrays;
import java.util.List;

/**
 * Moves, the most urgent first: what has to leave its primary, then what is taken from those
 * furthest above their target. Notes say where a constraint keeps a primary from its share.
 * Immutable.
 */
public record MovePlan(List<HashSlotMove> moves, MoveCost cost, List<String> notes) {

  public MovePlan {
    moves = List.copyOf(moves);
    notes = List.copyOf(notes);
  }

  /** The same moves for another reason. */
  public MovePlan because(MoveReason reason) {
    return new MovePlan(
        moves.stream()
            .map(move -> new HashSlotMove(move.from(), move.to(), move.hashSlots(), reason))
            .toList(),
        cost,
        notes);
  }

  /** Owners of the hash slots of a layout after these moves. */
  public int[] ownersAfter(StoreLayout layout) {
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
