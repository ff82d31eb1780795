package io.amoeba.coordinator.operations;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.List;
import java.util.Optional;

/**
 * How the operation for a plan stands. Immutable.
 *
 * @param plan id of the plan
 * @param end what becomes of the plan; empty: it is not known yet
 * @param problems why it ended early; what could not be done but does not matter
 * @param isOver whether nothing is under way any more; a failed operation may still be undone
 */
public record OperationStatus(
    String plan, PlanProgress progress, Optional<End> end, List<Problem> problems, boolean isOver) {

  /** How an operation ends. */
  public enum End {
    /** Everything is done, or undone. */
    DONE,
    /** It was aborted at a safe point; what was done stays. */
    ABORTED,
    /** It could not be carried out. */
    FAILED,
    /** The coordinator ends; its successor continues. */
    LEFT
  }

  public OperationStatus {
    problems = List.copyOf(problems);
  }
}
