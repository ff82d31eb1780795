package io.amoeba.coordinator.execute.migration;

/** How a migration, or its recovery, ended. */
public enum MigrationEnd {
  /** The new server is the primary, and every server that answers says so. */
  COMPLETED,
  /** The primary is where it was; the new server is empty again. */
  TAKEN_BACK,
  /** Something was not as the migration assumes: nothing was begun. */
  STOPPED,
  /** It has begun and not ended: recover when the reason is mended. */
  INTERRUPTED,
  /** There was nothing to recover. */
  NOTHING_OPEN
}
