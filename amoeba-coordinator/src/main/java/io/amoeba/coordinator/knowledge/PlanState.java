package io.amoeba.coordinator.knowledge;

import java.util.Locale;
import java.util.Set;

/**
 * How far a plan has come. A plan is open until it reaches a state without transitions, and at most
 * one plan is open. docs/plans.md has the picture.
 */
public enum PlanState {
  /**
   * Made; waits for a decision.
   *
   * <p>Transitions to: APPROVED (an operator, or the policy in mode act), REJECTED (an operator),
   * STALE (job, cluster or maps changed, the mode became observe, or a drill took its maps).
   */
  PROPOSED,
  /**
   * To be carried out at the next look at both systems that finds them as they were.
   *
   * <p>Transitions to: EXECUTING (that look), STALE (as above), ABORTED (an operator).
   */
  APPROVED,
  /**
   * It is being carried out: its maps are published, each as soon as its operator may change, or
   * its hash slots move.
   *
   * <p>Transitions to: COMPLETED (every operator works by its new map, every hash slot has moved),
   * ABORTING (an operator), FAILED (job or cluster changed meanwhile, another map took the place of
   * one of its own, or a hash slot could not be moved).
   */
  EXECUTING,
  /**
   * An operator ended it: no further map is published, no further hash slot begins to move. What
   * has begun goes to its end, because half of it is no safe place to stop.
   *
   * <p>Transitions to: ABORTED (nothing is under way), COMPLETED (there was nothing left to begin),
   * FAILED (as above).
   */
  ABORTING,
  /** All of it is done. Its outcome is measured afterwards. */
  COMPLETED,
  /** An operator did not want it. The same plan is not created again while nothing changes. */
  REJECTED,
  /** What it was made for is no longer so; nothing of it was done. */
  STALE,
  /**
   * An operator ended it; what was complete by then stays. It is not created again, as REJECTED.
   */
  ABORTED,
  /** It could not be ended as planned; what was complete by then stays. */
  FAILED;

  /** Whether a plan in this state may go to the other one. */
  public boolean mayBecome(PlanState next) {
    return next().contains(next);
  }

  /** Whether something may still happen to a plan in this state. */
  public boolean isOpen() {
    return !next().isEmpty();
  }

  /** As API and page write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  private Set<PlanState> next() {
    return switch (this) {
      case PROPOSED -> Set.of(APPROVED, REJECTED, STALE);
      case APPROVED -> Set.of(EXECUTING, STALE, ABORTED);
      case EXECUTING -> Set.of(COMPLETED, ABORTING, FAILED);
      case ABORTING -> Set.of(ABORTED, COMPLETED, FAILED);
      case COMPLETED, REJECTED, STALE, ABORTED, FAILED -> Set.of();
    };
  }
}
