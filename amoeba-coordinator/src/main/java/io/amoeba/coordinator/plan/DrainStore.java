package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Hash slots that leave nodes without subtasks: the store has no more nodes than the job again.
 * Their primaries stay members without hash slots. Immutable. Source: dissertation 5.2.2.
 *
 * @param nodes that are left
 * @param shares of each operator: hash slots that are on the node of their subtask before, and that
 *     are on a node with a subtask afterwards, so that routing can align them; of a keyed stream
 *     those on the right node
 */
public record DrainStore(
    List<String> nodes,
    List<AlignedShare> shares,
    List<HashSlotMove> moves,
    Map<String, String> addresses)
    implements HashSlotMoves {

  /** {@link #kind}. */
  public static final String KIND = "drain_store";

  /** Of all that moves, how much of it may go to somebody else in a plan that is the same. */
  private static final double SLIGHT = 0.1;

  public DrainStore {
    nodes = List.copyOf(nodes);
    shares = List.copyOf(shares);
    moves = List.copyOf(moves);
    addresses = Map.copyOf(addresses);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public boolean changesNodes() {
    return true;
  }

  /**
   * Whether the same hash slots leave, to the same primaries, about as many to each. Load and
   * memory are others at each look, and a plan that waits must outlive that.
   */
  @Override
  public boolean sameOutcome(PlanAction other) {
    if (!(other instanceof DrainStore that)
        || !leaving().equals(that.leaving())
        || !gains().keySet().equals(that.gains().keySet())) {
      return false;
    }
    Map<String, Integer> theirs = that.gains();
    return gains().entrySet().stream()
        .allMatch(
            gain ->
                Math.abs(gain.getValue() - theirs.getOrDefault(gain.getKey(), 0))
                    <= SLIGHT * movedHashSlots());
  }

  /** Whoever has refused to let primaries go has refused so for some of them, and parts of them. */
  @Override
  public boolean leaves(PlanAction other) {
    return other instanceof DrainStore that && givers().containsAll(that.givers());
  }

  private BitSet leaving() {
    BitSet leaving = new BitSet();
    for (HashSlotMove move : moves) {
      for (HashSlotSpan span : move.hashSlots()) {
        leaving.set(span.from(), span.to() + 1);
      }
    }
    return leaving;
  }

  private Map<String, Integer> gains() {
    Map<String, Integer> gains = new HashMap<>();
    moves.forEach(move -> gains.merge(move.to(), move.hashSlotCount(), Integer::sum));
    return gains;
  }

  private Set<String> givers() {
    Set<String> givers = new HashSet<>();
    moves.forEach(move -> givers.add(move.from()));
    return givers;
  }
}
