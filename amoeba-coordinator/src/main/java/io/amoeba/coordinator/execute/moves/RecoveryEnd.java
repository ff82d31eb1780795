package io.amoeba.coordinator.execute.moves;

/** What became of a move that had been begun. */
public enum RecoveryEnd {
  /** No move had been begun, or its hash slot was already closed. */
  NOTHING_OPEN,
  /** The hash slot is where it was going. */
  FINISHED,
  /** No key had left; the hash slot is closed where it was. */
  UNDONE,
  /**
   * The hash slot is still open, or nobody knows: the reasons say what to do before the next try.
   */
  LEFT_OPEN
}
