package io.amoeba.coordinator.changes.failover;

import java.util.List;

/**
 * Migrations, one after the other, the most urgent first. Immutable.
 *
 * @param movedSize what moves, in the unit of {@link SettledPrimary#size}
 */
public record MigrationPlan(List<Migration> migrations, long movedSize) {

  public MigrationPlan {
    migrations = List.copyOf(migrations);
  }
}
