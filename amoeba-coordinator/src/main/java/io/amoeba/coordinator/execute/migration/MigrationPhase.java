package io.amoeba.coordinator.execute.migration;

/**
 * How far a migration has come. It is written to the journal before the first command of the phase,
 * so the phase may have been entered without a trace in the store.
 */
public enum MigrationPhase {
  /**
   * The new server is greeted, if it is no member yet. Transitions to: {@link #REPLICATING} when
   * every server knows it; {@link #TAKING_BACK} by an abort.
   */
  MEETING,
  /**
   * The new server becomes a replica of the primary, and copies its data. Transitions to: {@link
   * #FAILING_OVER} when it is in sync; {@link #TAKING_BACK} by an abort.
   */
  REPLICATING,
  /**
   * The replica has been told to take over, or is about to be. No safe point: it may be promoted at
   * any moment. Transitions to: {@link #PROMOTED} when it is a primary; {@link #TAKING_BACK} by a
   * recovery that undoes, when the failover can no longer come.
   */
  FAILING_OVER,
  /**
   * The new server is the primary. Transitions to: the end, when every server says so and the
   * former primary is kept; {@link #RETIRING} when it is to be retired.
   */
  PROMOTED,
  /**
   * The former primary, now a replica, is reset and forgotten. No safe point. Transitions to: the
   * end, when nobody knows it any more.
   */
  RETIRING,
  /**
   * The new server, not promoted, is reset and forgotten. No safe point. Transitions to: the end,
   * when nobody knows it any more, and it is a member again if it was one; {@link #PROMOTED} if it
   * turns out to have been promoted.
   */
  TAKING_BACK
}
