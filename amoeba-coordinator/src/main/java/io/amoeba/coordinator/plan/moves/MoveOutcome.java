package io.amoeba.coordinator.plan.moves;

import java.util.List;
import java.util.Optional;

/** What planning led to. Immutable. */
public sealed interface MoveOutcome {

  /** A plan that respects every constraint; it has no moves when nothing has to change. */
  record Planned(MovePlan plan) implements MoveOutcome {}

  /**
   * Not everything is possible: all reasons, and what is possible nevertheless if that was asked
   * for.
   */
  record Infeasible(List<String> reasons, Optional<MovePlan> partial) implements MoveOutcome {
    public Infeasible {
      reasons = List.copyOf(reasons);
    }
  }
}
