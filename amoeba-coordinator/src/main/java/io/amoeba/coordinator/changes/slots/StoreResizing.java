package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.plan.Effect;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Hash slots that come to nodes or leave them: the store has as many nodes as the job again.
 * Immutable. Source: dissertation 5.2.2, 5.4.5.
 */
interface StoreResizing extends HashSlotMoves {

  /** Nodes that get hash slots, or lose them. */
  List<String> nodes();

  /**
   * Makes sure that nothing is empty, and that the hash slots exist.
   *
   * @throws IllegalArgumentException otherwise
   */
  static void check(List<String> nodes, List<AlignedShare> shares, List<HashSlotMove> moves) {
    HashSlotMoves.check(moves);
    if (nodes.isEmpty() || shares.isEmpty()) {
      throw new IllegalArgumentException("nodes or shares are empty");
    }
  }

  /** The change as the API shows it. Immutable. */
  record View(List<String> nodes, List<ShareView> operators, List<MoveView> moves) {}

  @Override
  default Set<Effect> effects() {
    return Set.of(Effect.STORE, Effect.NODES);
  }

  /** Hash slots on other nodes bring nothing before records follow them. */
  @Override
  default Set<Effect> awaited() {
    return Set.of(Effect.ROUTING);
  }

  @Override
  default Optional<Record> view() {
    return Optional.of(new View(nodes(), ShareView.of(shares()), moveViews()));
  }

  /** The primaries at one end of the moves, by id. */
  default Set<String> primaries(Function<HashSlotMove, String> end) {
    Set<String> primaries = new HashSet<>();
    moves().forEach(move -> primaries.add(end.apply(move)));
    return primaries;
  }
}
