package io.amoeba.coordinator.plan;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.List;
import java.util.OptionalLong;

/**
 * New placement maps: records go to where the store has their hash slot. Immutable.
 *
 * @param movedHashSlots hash slots that get another subtask in at least one operator
 */
public record AlignRouting(List<EdgeAlignment> alignments, int movedHashSlots)
    implements PlanAction {

  /** {@link #kind}. */
  public static final String KIND = "align_routing";

  public AlignRouting {
    alignments = List.copyOf(alignments);
  }

  /** For plan files that lack the number: as many hash slots as the operators can move together. */
  public AlignRouting(List<EdgeAlignment> alignments) {
    this(alignments, Math.min(HashSlot.COUNT, sum(alignments)));
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int reassignedHashSlots() {
    return sum(alignments);
  }

  private static int sum(List<EdgeAlignment> alignments) {
    return alignments.stream().mapToInt(EdgeAlignment::movedHashSlots).sum();
  }

  @Override
  public String text() {
    String operators =
        alignments.size() == 1 ? "" : " in %d operators".formatted(alignments.size());
    return PlanAction.super.text() + operators;
  }

  @Override
  public OptionalLong movedKeys() {
    return OptionalLong.of(0);
  }

  @Override
  public boolean changesStore() {
    return false;
  }

  @Override
  public List<AlignedShare> shares() {
    return alignments.stream()
        .map(a -> new AlignedShare(a.edge().operator(), a.alignedBefore(), a.alignedAfter()))
        .toList();
  }

  @Override
  public boolean sameOutcome(PlanAction other) {
    if (!(other instanceof AlignRouting that) || alignments.size() != that.alignments.size()) {
      return false;
    }
    for (int i = 0; i < alignments.size(); i++) {
      if (!alignments.get(i).sameOwners(that.alignments.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean leaves(PlanAction other) {
    return sameOutcome(other);
  }

  @Override
  public boolean repeats(PlanAction earlier) {
    return false;
  }
}
