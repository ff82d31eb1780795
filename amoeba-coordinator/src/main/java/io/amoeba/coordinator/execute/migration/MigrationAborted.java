package io.amoeba.coordinator.execute.migration;

/** A migration is to end at a safe point. */
final class MigrationAborted extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MigrationAborted() {
    super("aborted", null, false, false);
  }
}
