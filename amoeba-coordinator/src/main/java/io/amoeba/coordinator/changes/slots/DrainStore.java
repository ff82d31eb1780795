package io.amoeba.coordinator.changes.slots;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.PlanAction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Hash slots that leave nodes without subtasks: the store has no more nodes than the job again.
 * Their primaries stay members without hash slots. Immutable. Source: dissertation 5.2.2.
 *
 * @param nodes that are left
 * @param shares of each operator: hash slots that are on the node of their subtask before, and that
 *     are on a node with a subtask afterwards, so that routing can align them; of a keyed stream
 *     those on the right node
 */
@JsonTypeName(DrainStore.KIND)
public record DrainStore(
    List<String> nodes,
    List<AlignedShare> shares,
    List<HashSlotMove> moves,
    Map<String, String> addresses)
    implements StoreResizing {

  /** {@link #kind}. */
  public static final String KIND = "drain_store";

  /** Of all that moves, how much of it may go to somebody else in a plan that is the same. */
  private static final double SLIGHT = 0.1;

  public DrainStore {
    nodes = List.copyOf(nodes);
    shares = List.copyOf(shares);
    moves = List.copyOf(moves);
    addresses = Map.copyOf(addresses);
    StoreResizing.check(nodes, shares, moves);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("primaries that lose all hash slots stay members of the cluster");
    lines.addAll(StoreResizing.super.lines());
    return lines;
  }

  /**
   * Whether the same hash slots leave, to the same primaries, about as many to each. Load and
   * memory are others at each look, and a plan that waits must outlive that.
   */
  @Override
  public boolean sameOutcome(PlanAction other) {
    return other.as(DrainStore.class).filter(this::isAlike).isPresent();
  }

  private boolean isAlike(DrainStore that) {
    Map<String, Integer> theirs = that.gains();
    if (!leaving().equals(that.leaving()) || !gains().keySet().equals(theirs.keySet())) {
      return false;
    }
    return gains().entrySet().stream()
        .allMatch(
            gain ->
                Math.abs(gain.getValue() - theirs.getOrDefault(gain.getKey(), 0))
                    <= SLIGHT * movedHashSlots());
  }

  /** Whoever has refused to let primaries go has refused so for some of them, and parts of them. */
  @Override
  public boolean leaves(PlanAction other) {
    return other
        .as(DrainStore.class)
        .filter(
            that -> primaries(HashSlotMove::from).containsAll(that.primaries(HashSlotMove::from)))
        .isPresent();
  }

  private BitSet leaving() {
    BitSet leaving = new BitSet();
    moves.forEach(move -> leaving.or(HashSlotSpan.bits(move.hashSlots())));
    return leaving;
  }

  private Map<String, Integer> gains() {
    Map<String, Integer> gains = new HashMap<>();
    moves.forEach(move -> gains.merge(move.to(), move.hashSlotCount(), Integer::sum));
    return gains;
  }
}
