package io.amoeba.coordinator.changes.routing;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.PlanProgress;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Epochs of the maps that were published, and the edges that work by theirs. Immutable. */
@JsonTypeName("routing")
public record RoutingProgress(Map<EdgeId, Long> epochs, Set<EdgeId> complete)
    implements PlanProgress {

  /** No map is published. */
  public static final RoutingProgress NONE = new RoutingProgress(Map.of(), Set.of());

  public RoutingProgress {
    epochs = Map.copyOf(epochs);
    complete = Set.copyOf(complete);
  }

  /** Edges whose hand-over has begun and is not complete. */
  public Set<EdgeId> underWay() {
    Set<EdgeId> edges = new HashSet<>(epochs.keySet());
    edges.removeAll(complete);
    return edges;
  }

  @Override
  public boolean hasMore(ChangePlan plan) {
    return plan.alignments().stream().anyMatch(a -> !epochs.containsKey(a.edge()));
  }

  @Override
  public int done() {
    return complete.size();
  }

  @Override
  public int total(ChangePlan plan) {
    return plan.alignments().size();
  }

  @Override
  public boolean isAtSafePoint() {
    return underWay().isEmpty();
  }

  @Override
  public int reassignedHashSlots(ChangePlan plan) {
    return plan.alignments().stream()
        .filter(alignment -> epochs.containsKey(alignment.edge()))
        .mapToInt(EdgeAlignment::movedHashSlots)
        .sum();
  }

  @Override
  public String text(ChangePlan plan) {
    return complete.size()
        + " of "
        + plan.alignments().size()
        + " operators work by their new map, "
        + underWay().size()
        + " on the way";
  }
}
