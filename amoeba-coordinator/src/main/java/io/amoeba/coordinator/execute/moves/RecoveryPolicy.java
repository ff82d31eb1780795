package io.amoeba.coordinator.execute.moves;

/** What is to become of a move that was interrupted. */
public enum RecoveryPolicy {
  /** Its hash slots go where they were going. */
  FINISH,
  /** A hash slot stays where it was if no key of it has left, otherwise as {@link #FINISH}. */
  UNDO_IF_NO_KEY_MOVED
}
