package io.amoeba.coordinator.changes.slots;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
@JsonTypeName(MoveHashSlots.KIND)
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
    HashSlotMoves.check(moves);
  }

  private record View(
      String operator, double alignedBefore, double alignedAfter, List<MoveView> moves) {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Set<Effect> effects() {
    return Set.of(Effect.STORE);
  }

  @Override
  public Optional<Record> view() {
    return Optional.of(new View(operator, alignedBefore, alignedAfter, moveViews()));
  }

  @Override
  public List<AlignedShare> shares() {
    return List.of(new AlignedShare(operator, alignedBefore, alignedAfter));
  }

  @Override
  public boolean sameOutcome(PlanAction other) {
    return other
        .as(MoveHashSlots.class)
        .filter(that -> operator.equals(that.operator) && moves.equals(that.moves))
        .isPresent();
  }

  @Override
  public boolean leaves(PlanAction other) {
    return other
        .as(MoveHashSlots.class)
        .filter(that -> operator.equals(that.operator))
        .map(MoveHashSlots::allHashSlots)
        .filter(
            left -> {
              left.andNot(allHashSlots());
              return left.isEmpty();
            })
        .isPresent();
  }
}
