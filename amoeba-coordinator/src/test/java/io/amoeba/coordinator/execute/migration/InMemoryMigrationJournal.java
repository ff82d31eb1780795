package io.amoeba.coordinator.execute.migration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Outlives migrators, not the test. */
final class InMemoryMigrationJournal implements MigrationJournal {

  private final List<MigrationPhase> phases = new ArrayList<>();
  private Optional<OpenMigration> open = Optional.empty();
  private boolean full;

  void fillDisk(boolean now) {
    full = now;
  }

  /** Every phase that was entered. */
  List<MigrationPhase> phases() {
    return phases;
  }

  @Override
  public Optional<OpenMigration> open() {
    return open;
  }

  @Override
  public void keep(OpenMigration migration) {
    if (full) {
      throw new UncheckedIOException("could not be written", new IOException("disk full"));
    }
    open = Optional.of(migration);
    phases.add(migration.phase());
  }

  @Override
  public void end() {
    open = Optional.empty();
  }
}
