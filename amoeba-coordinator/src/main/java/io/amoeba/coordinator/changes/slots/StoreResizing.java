package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.plan.Effect;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Hash slots that come to nodes or leave them: the store has as many nodes as the job again, or is
 * even where there is no job. Immutable. Source: dissertation 5.2.2, 5.4.5.
 */
interface StoreResizing extends HashSlotMoves {

  /** Of all that moves, how much of it may go to somebody else in a plan that is the same. */
  double SLIGHT = 0.1;

  /** Nodes that get hash slots, or lose them. */
  List<String> nodes();

  /**
   * Makes sure that there are nodes and moves, and that the hash slots exist.
   *
   * @throws IllegalArgumentException otherwise
   */
  static void check(List<String> nodes, List<HashSlotMove> moves) {
    HashSlotMoves.check(moves);
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("nodes is empty");
    }
  }

  /** The change as the API shows it. Immutable. */
  record View(List<String> nodes, List<ShareView> operators, List<MoveView> moves) {}

  @Override
  default Set<Effect> effects() {
    return Set.of(Effect.STORE, Effect.NODES);
  }

  /** Hash slots on other nodes bring nothing before the records of operators follow them. */
  @Override
  default Set<Effect> awaited() {
    return shares().isEmpty() ? Set.of() : Set.of(Effect.ROUTING);
  }

  @Override
  default Optional<Record> view() {
    return Optional.of(new View(nodes(), ShareView.of(shares()), moveViews()));
  }

  /**
   * Whether the same primaries get about as many hash slots. Load and memory are others at each
   * look, and a plan that waits must outlive that.
   */
  default boolean gainsLike(StoreResizing other) {
    Map<String, Integer> theirs = other.gains();
    return gains().keySet().equals(theirs.keySet())
        && gains().entrySet().stream()
            .allMatch(
                gain ->
                    Math.abs(gain.getValue() - theirs.getOrDefault(gain.getKey(), 0))
                        <= SLIGHT * movedHashSlots());
  }

  private Map<String, Integer> gains() {
    Map<String, Integer> gains = new HashMap<>();
    moves().forEach(move -> gains.merge(move.to(), move.hashSlotCount(), Integer::sum));
    return gains;
  }

  /** The primaries at one end of the moves, by id. */
  default Set<String> primaries(Function<HashSlotMove, String> end) {
    Set<String> primaries = new HashSet<>();
    moves().forEach(move -> primaries.add(end.apply(move)));
    return primaries;
  }
}
