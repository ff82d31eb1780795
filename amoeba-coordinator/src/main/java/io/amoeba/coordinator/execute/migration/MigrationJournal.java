package io.amoeba.coordinator.execute.migration;

import java.io.UncheckedIOException;
import java.util.Optional;

/** Port to what outlives the coordinator: the migration that has begun. Confined to one thread. */
public interface MigrationJournal {

  /**
   * The migration that has begun and not ended.
   *
   * @throws IllegalStateException if it cannot be read; the message has the remedy
   */
  Optional<OpenMigration> open();

  /**
   * Keeps a migration, instead of the one that was kept; durable on return.
   *
   * @throws UncheckedIOException if it cannot be kept; what it announces must then not begin
   */
  void keep(OpenMigration migration);

  /**
   * Forgets the migration. It may come back after a loss of power; recovery then finds it ended.
   *
   * @throws UncheckedIOException if it cannot be forgotten
   */
  void end();
}
