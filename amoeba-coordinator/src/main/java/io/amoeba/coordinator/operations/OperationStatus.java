package io.amoeba.coordinator.operations;

import io.amoeba.coordinator.plan.PlanStatus;

/**
 * The operation for a plan. Immutable.
 *
 * @param plan id of the plan
 * @param status how far it is
 * @param isOver whether nothing is under way any more; without an end, the next coordinator
 *     continues. A failed operation may still be undone
 */
public record OperationStatus(String plan, PlanStatus status, boolean isOver) {

  /** Whether the coordinator ends, and its successor continues. */
  public boolean isLeft() {
    return isOver && status.end().isEmpty();
  }
}
