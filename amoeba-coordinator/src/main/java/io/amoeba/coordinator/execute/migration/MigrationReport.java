package io.amoeba.coordinator.execute.migration;

import java.util.List;
import java.util.Optional;

/**
 * The outcome of a migration, or of its recovery. Immutable.
 *
 * @param retired whether the former primary has left the cluster
 * @param open the migration that is open, if the end is {@link MigrationEnd#INTERRUPTED}
 * @param reasons why it did not complete; what could not be done but does not matter
 */
public record MigrationReport(
    MigrationEnd end, boolean retired, Optional<OpenMigration> open, List<String> reasons) {

  public MigrationReport {
    reasons = List.copyOf(reasons);
  }
}
