package io.amoeba.coordinator.execute.moves;

/** What became of a move that had been begun. */
public enum RecoveryEnd {
  /** No move had been begun, or its hash slots were already closed. */
  NOTHING_OPEN,
  /** At least one hash slot is where it was going, and none is open. */
  FINISHED,
  /** No key had left; the hash slots are closed where they were. */
  UNDONE,
  /** A hash slot is still open, or nobody knows: the reasons say what to do before the next try. */
  LEFT_OPEN
}
