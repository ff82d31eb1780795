package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.diagnosis.Problem;
import java.util.List;

/** What planning led to. Immutable. */
public sealed interface MigrationOutcome {

  /** Why not every primary can be on a node with subtasks; none if all can. */
  default List<Problem> reasons() {
    return List.of();
  }

  /** The plan, or what is possible of it. */
  MigrationPlan best();

  /** A plan that respects every constraint; it is empty when nothing has to change. */
  record Planned(MigrationPlan plan) implements MigrationOutcome {
    @Override
    public MigrationPlan best() {
      return plan;
    }
  }

  /**
   * Not every primary can be on a node with subtasks: all reasons, and what is possible
   * nevertheless, the most urgent first.
   */
  record Infeasible(List<Problem> reasons, MigrationPlan partial) implements MigrationOutcome {
    public Infeasible {
      reasons = List.copyOf(reasons);
    }

    @Override
    public MigrationPlan best() {
      return partial;
    }
  }
}
