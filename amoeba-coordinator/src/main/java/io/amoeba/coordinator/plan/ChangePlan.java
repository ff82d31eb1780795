package io.amoeba.coordinator.plan;

import java.util.List;

/** What should change and why. Immutable. */
public record ChangePlan(String reason, PlanAction action) {

  /** Hash slots of the cluster that change owner. */
  public int movedHashSlots() {
    return action.movedHashSlots();
  }

  /** The new placement maps, none if the plan changes something else. */
  public List<EdgeAlignment> alignments() {
    return action.alignments();
  }

  /** The operators that it is about. */
  public List<String> operators() {
    return action.shares().stream().map(PlanAction.AlignedShare::operator).toList();
  }
}
