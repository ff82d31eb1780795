package io.amoeba.coordinator.changes.slots;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.PlanAction;
import java.util.List;
import java.util.Map;

/**
 * Hash slots that go to empty members of the store on nodes of the job that have too few or none:
 * the store has as many nodes as the job again. Without a job, hash slots that go to servers with
 * too few or none. Immutable. Source: dissertation 5.2.2, 5.4.5.
 *
 * @param nodes that get hash slots
 * @param shares of each operator: hash slots that are on the node of their subtask before, and that
 *     are on a node with a subtask afterwards, so that routing can align them; none without a job
 */
@JsonTypeName(GrowStore.KIND)
public record GrowStore(
    List<String> nodes,
    List<AlignedShare> shares,
    List<HashSlotMove> moves,
    Map<String, String> addresses)
    implements StoreResizing {

  /** {@link #kind}. */
  public static final String KIND = "grow_store";

  public GrowStore {
    nodes = List.copyOf(nodes);
    shares = List.copyOf(shares);
    moves = List.copyOf(moves);
    addresses = Map.copyOf(addresses);
    StoreResizing.check(nodes, moves);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public boolean sameOutcome(PlanAction other) {
    return other.as(GrowStore.class).filter(this::gainsLike).isPresent();
  }

  /** Whoever has refused to let a node grow has refused so for any part of it. */
  @Override
  public boolean leaves(PlanAction other) {
    return other
        .as(GrowStore.class)
        .filter(that -> primaries(HashSlotMove::to).containsAll(that.primaries(HashSlotMove::to)))
        .isPresent();
  }
}
