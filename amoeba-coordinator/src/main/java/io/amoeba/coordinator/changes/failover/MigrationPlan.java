package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.diagnosis.Problem;
import java.util.List;

/**
 * Migrations, one after the other, the most urgent first; none where nothing has to change.
 * Immutable.
 *
 * @param reasons why not every primary can be on a node with subtasks; none if all can
 */
public record MigrationPlan(List<Migration> migrations, List<Problem> reasons) {

  public MigrationPlan {
    migrations = List.copyOf(migrations);
    reasons = List.copyOf(reasons);
  }
}
