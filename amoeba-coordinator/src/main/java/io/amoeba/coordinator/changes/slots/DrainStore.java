package io.amoeba.coordinator.changes.slots;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
@JsonTypeName(DrainStore.KIND)
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
    HashSlotMoves.check(moves);
    if (nodes.isEmpty() || shares.isEmpty()) {
      throw new IllegalArgumentException("nodes or shares are empty");
    }
  }

  private record View(List<String> nodes, List<ShareView> operators, List<MoveView> moves) {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Set<Effect> effects() {
    return Set.of(Effect.STORE, Effect.NODES);
  }

  /** Hash slots on other nodes bring nothing before records follow them. */
  @Override
  public Set<Effect> awaited() {
    return Set.of(Effect.ROUTING);
  }

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("primaries that lose all hash slots stay members of the cluster");
    lines.addAll(HashSlotMoves.super.lines());
    return lines;
  }

  @Override
  public Optional<Record> view() {
    return Optional.of(new View(nodes, ShareView.of(shares), moveViews()));
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
        .filter(that -> givers().containsAll(that.givers()))
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

  private Set<String> givers() {
    Set<String> givers = new HashSet<>();
    moves.forEach(move -> givers.add(move.from()));
    return givers;
  }
}
