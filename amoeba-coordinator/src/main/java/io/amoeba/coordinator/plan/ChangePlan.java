package io.amoeba.coordinator.plan;

import java.util.List;

/**
 * What should change and why; its cost is the number of hash slots that change owner. Immutable.
 */
public record ChangePlan(String reason, List<EdgeAlignment> alignments) {

  public ChangePlan {
    alignments = List.copyOf(alignments);
  }

  /** Hash slots that change owner. */
  public int movedHashSlots() {
    return alignments.stream().mapToInt(EdgeAlignment::movedHashSlots).sum();
  }

  /** Whether both end in the same owners, whatever led to them. */
  public boolean sameOutcome(ChangePlan other) {
    if (alignments.size() != other.alignments.size()) {
      return false;
    }
    for (int i = 0; i < alignments.size(); i++) {
      if (!alignments.get(i).sameOwners(other.alignments.get(i))) {
        return false;
      }
    }
    return true;
  }
}
