package io.amoeba.coordinator.execute;

import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.PlanAction;
import java.util.Optional;

/**
 * Carries out the plans of some kinds of change, and notes on the board how far they have come.
 * Safe for concurrent use if calls of {@link #confirm} are not.
 */
public interface ChangeExecutor {

  /** Whether it carries out such plans. */
  boolean carriesOut(PlanAction action);

  /** Whether something else has taken over what the plan would change. The plan has ended then. */
  default boolean isSuperseded(PlanRecord plan) {
    return false;
  }

  /** Begins, or continues after a rest, unless an order of a person has come first. */
  void step(PlanRecord plan);

  /**
   * Notes how far a plan has come that is being carried out or aborted.
   *
   * @return the plan, if it has just been completed
   */
  Optional<PlanRecord> confirm(PlanRecord plan);
}
