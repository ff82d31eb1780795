package io.amoeba.coordinator.changes.routing;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * New placement maps: records go to where the store has their hash slot. Immutable.
 *
 * @param movedHashSlots hash slots that get another subtask in at least one operator
 */
@JsonTypeName(AlignRouting.KIND)
public record AlignRouting(List<EdgeAlignment> alignments, int movedHashSlots)
    implements PlanAction {

  /** {@link #kind}. */
  public static final String KIND = "align_routing";

  public AlignRouting {
    alignments = List.copyOf(alignments);
    alignments.forEach(EdgeAlignment::owners); // one that lacks a hash slot must not be published
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int reassignedHashSlots() {
    return alignments.stream().mapToInt(EdgeAlignment::movedHashSlots).sum();
  }

  @Override
  public String text() {
    return PlanAction.super.text() + operators();
  }

  private String operators() {
    return alignments.size() == 1 ? "" : " in %d operators".formatted(alignments.size());
  }

  @Override
  public List<String> lines() {
    return alignments.stream().map(EdgeAlignment::text).toList();
  }

  @Override
  public String costText(PlanCost cost) {
    return "%d hash slots change owner%s, 0 keys move".formatted(movedHashSlots, operators());
  }

  @Override
  public Optional<Record> view() {
    return Optional.empty();
  }

  @Override
  public PlanProgress noProgress() {
    return RoutingProgress.NONE;
  }

  @Override
  public Set<Effect> effects() {
    return Set.of(Effect.ROUTING);
  }

  @Override
  public List<AlignedShare> shares() {
    return alignments.stream()
        .map(a -> new AlignedShare(a.edge().operator(), a.alignedBefore(), a.alignedAfter()))
        .toList();
  }

  @Override
  public boolean sameOutcome(PlanAction other) {
    return other.as(AlignRouting.class).filter(this::hasSameOwners).isPresent();
  }

  private boolean hasSameOwners(AlignRouting that) {
    return alignments.size() == that.alignments.size()
        && IntStream.range(0, alignments.size())
            .allMatch(i -> alignments.get(i).sameOwners(that.alignments.get(i)));
  }

  @Override
  public boolean repeats(PlanAction earlier) {
    return false;
  }
}
