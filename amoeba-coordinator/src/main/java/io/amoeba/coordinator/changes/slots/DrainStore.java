package io.amoeba.coordinator.changes.slots;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.PlanAction;
import java.util.ArrayList;
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

  public DrainStore {
    nodes = List.copyOf(nodes);
    shares = List.copyOf(shares);
    moves = List.copyOf(moves);
    addresses = Map.copyOf(addresses);
    StoreResizing.check(nodes, moves);
    if (shares.isEmpty()) {
      throw new IllegalArgumentException("shares is empty");
    }
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
    return other
        .as(DrainStore.class)
        .filter(that -> allHashSlots().equals(that.allHashSlots()) && gainsLike(that))
        .isPresent();
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
}
