package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.diagnosis.Problem;
import java.util.List;
import java.util.Optional;

/** What planning led to. Immutable. */
public sealed interface MoveOutcome {

  /** Why not everything is possible; none if it is. */
  default List<Problem> reasons() {
    return List.of();
  }

  /** The plan if everything is possible. */
  default Optional<MovePlan> complete() {
    return Optional.empty();
  }

  /** The plan, or what is possible of it if that was asked for. */
  default Optional<MovePlan> best() {
    return complete();
  }

  /** A plan that respects every constraint; it has no moves when nothing has to change. */
  record Planned(MovePlan plan) implements MoveOutcome {
    @Override
    public Optional<MovePlan> complete() {
      return Optional.of(plan);
    }
  }

  /**
   * Not everything is possible: all reasons, and what is possible nevertheless if that was asked
   * for.
   */
  record Infeasible(List<Problem> reasons, Optional<MovePlan> partial) implements MoveOutcome {
    public Infeasible {
      reasons = List.copyOf(reasons);
    }

    @Override
    public Optional<MovePlan> best() {
      return partial;
    }
  }
}
