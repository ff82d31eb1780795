package io.amoeba.coordinator.plan;

import java.util.List;
import java.util.OptionalLong;

/** New placement maps: records go to where the store has their hash slot. Immutable. */
public record AlignRouting(List<EdgeAlignment> alignments) implements PlanAction {

  /** {@link #kind}. */
  public static final String KIND = "align_routing";

  public AlignRouting {
    alignments = List.copyOf(alignments);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int movedHashSlots() {
    return alignments.stream().mapToInt(EdgeAlignment::movedHashSlots).sum();
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
