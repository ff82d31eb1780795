package io.amoeba.coordinator.changes.failover;

/**
 * How far the replacement of a primary has come. It is written to the journal before the first
 * command of the phase, so the phase may have been entered without a trace in the cluster.
 */
public enum ReplacementPhase {
  /**
   * The new server joins the cluster, if it is no member yet. Transitions to: {@link #REPLICATING}
   * when it and every primary know each other; {@link #ROLLING_BACK} by an undo.
   */
  JOINING,
  /**
   * The new server becomes a replica of the primary, and copies its data. Transitions to: {@link
   * #FAILING_OVER} when it is in sync; {@link #ROLLING_BACK} by an undo.
   */
  REPLICATING,
  /**
   * The replica has been told to take over, or is about to be. No safe point: it may be promoted at
   * any moment. Transitions to: {@link #PROMOTED} when it is a primary; {@link #ROLLING_BACK} by an
   * undo, when the failover can no longer come.
   */
  FAILING_OVER,
  /**
   * The new server is the primary. Transitions to: the end, when every server says so and the
   * former primary stays as a replica; {@link #DECOMMISSIONING} when it does not stay.
   */
  PROMOTED,
  /**
   * The former primary, now a replica, is reset and forgotten. No safe point. Transitions to: the
   * end, when no server knows it any more.
   */
  DECOMMISSIONING,
  /**
   * The new server, not promoted, is reset and forgotten. No safe point. Transitions to: the end,
   * when no server knows it any more, and it is a member again if it was one; {@link #PROMOTED} if
   * it turns out to have been promoted.
   */
  ROLLING_BACK;

  /** Whether the new server has become the primary, and the replacement is not rolled back. */
  boolean isPromoted() {
    return this == PROMOTED || this == DECOMMISSIONING;
  }
}
