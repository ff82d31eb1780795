package io.amoeba.coordinator.execute.moves;

/** How moves ended. */
public enum MoveEnd {
  /** Every hash slot is where it should be, and every primary that answers says so. */
  COMPLETED,
  /** Aborted at a safe point; the hash slots that were done stay where they are. */
  ABORTED,
  /** At a safe point something was not as the moves assume: no hash slot is open. */
  STOPPED,
  /** A command failed with hash slots open: recover when the reason is mended. */
  INTERRUPTED
}
