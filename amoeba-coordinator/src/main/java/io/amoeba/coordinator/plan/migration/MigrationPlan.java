package io.amoeba.coordinator.plan.migration;

import java.util.List;

/**
 * Migrations in rounds, the most urgent first. Those of a round may run at the same time: none of
 * them has its source or its destination on the same node as another one, since a primary forks to
 * send its data. Immutable.
 *
 * @param movedSize what moves, in the unit of {@link SettledPrimary#size}
 */
public record MigrationPlan(List<List<Migration>> rounds, long movedSize) {

  public MigrationPlan {
    rounds = rounds.stream().map(List::copyOf).toList();
  }

  /** All of them, in their order. */
  public List<Migration> migrations() {
    return rounds.stream().flatMap(List::stream).toList();
  }
}
