package io.amoeba.coordinator.changes.leadership;

/**
 * How far a round has come. It is written to the journal before the first command of the phase, so
 * the phase may have been entered without a trace in the store.
 */
enum RoundPhase {
  /**
   * Whether the round may begin is being looked at. Nothing is changed. Transitions to: {@link
   * #REPLICAS_WORKING}.
   */
  CHECKING,
  /**
   * Replicas work, one after the other. The primary leads; a safe point is before each. Transitions
   * to: {@link #LEADING_AWAY} when all have and the candidate may lead; the end, if there is no
   * candidate.
   */
  REPLICAS_WORKING,
  /**
   * The candidate has been told to take over, or is about to be. No safe point: it may lead at any
   * moment. Transitions to: {@link #FOLLOWING} or {@link #WORKING} when it leads; the end, when it
   * can no longer come to that.
   */
  LEADING_AWAY,
  /**
   * Maps by which records follow the lead are published, or about to be. Where it pauses or is
   * aborted, the lead returns first. Transitions to: {@link #WORKING}, also where a map does not
   * come into force in time.
   */
  FOLLOWING,
  /**
   * The former primary works as a replica, or is away. Where it pauses or is aborted, the lead
   * returns first. Transitions to: {@link #RETURNING}; the end, if the lead is to stay, or cannot
   * return.
   */
  WORKING,
  /**
   * The former primary has been told to take over again, or is about to be. No safe point.
   * Transitions to: {@link #REALIGNING} if records followed; the end, when it leads, or the lead
   * stays where it is.
   */
  RETURNING,
  /**
   * The former primary leads again, and the maps of before are published, or about to be. No safe
   * point. Transitions to: the end.
   */
  REALIGNING;

  /** Whether the lead, or the records of the job, may be away from where they belong. */
  boolean isAway() {
    return this != CHECKING && this != REPLICAS_WORKING;
  }
}
