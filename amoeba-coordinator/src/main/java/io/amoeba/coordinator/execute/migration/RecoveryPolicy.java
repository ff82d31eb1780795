package io.amoeba.coordinator.execute.migration;

/** What is to become of a migration that was interrupted. */
public enum RecoveryPolicy {
  /** It goes on. One that was being taken back is taken back. */
  FINISH,
  /** It goes on, but the former primary is kept as a replica, if its retirement has not begun. */
  FINISH_AND_KEEP,
  /** It is taken back if the new server has not been promoted, otherwise as {@link #FINISH}. */
  UNDO_IF_NOT_PROMOTED
}
