package io.amoeba.shift.protocol.turns;

/** Whether a large compaction starts now. A bound outweighs a turn. Stateless. */
public final class StartRule {

  private StartRule() {}

  /**
   * Of one compaction.
   *
   * @param postponedMillis since it was postponed first; 0: it was not
   * @param turn of the node
   * @param replicaCompacts whether a node with the same ranges runs a large compaction
   */
  public static StartDecision decide(
      PostponeBounds bounds,
      TableLoad load,
      long postponedMillis,
      Turn turn,
      boolean replicaCompacts) {
    if (postponedMillis >= bounds.maxMillis()) {
      return StartDecision.TIME_BOUND;
    }
    if (load.freeDiskPercent() < bounds.minFreeDiskPercent()) {
      return StartDecision.DISK_BOUND;
    }
    if (load.pendingTasks() > bounds.maxPendingTasks()) {
      return StartDecision.PENDING_BOUND;
    }
    if (load.level0Sstables() > bounds.maxLevel0Sstables()) {
      return StartDecision.LEVEL0_BOUND;
    }
    if (load.sstablesPerRead() > bounds.maxSstablesPerRead()) {
      return StartDecision.SSTABLES_BOUND;
    }
    if (turn == Turn.OTHER) {
      return StartDecision.OTHER_TURN;
    }
    if (replicaCompacts) {
      return StartDecision.OTHER_REPLICA;
    }
    return turn == Turn.OWN ? StartDecision.IN_TURN : StartDecision.WITHOUT_TURN;
  }
}
