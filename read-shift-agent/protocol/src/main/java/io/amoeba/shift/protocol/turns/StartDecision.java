package io.amoeba.shift.protocol.turns;

/** Whether a large compaction starts, and why. */
public enum StartDecision {
  /** It is the rack's turn, and no other replica compacts. */
  IN_TURN(true),
  /** Racks take no turns, and no other replica compacts. */
  WITHOUT_TURN(true),
  /** It has waited for as long as allowed. */
  TIME_BOUND(true),
  /** Too many compactions are pending. */
  PENDING_BOUND(true),
  /** Reads of the table would look into too many sstables. */
  SSTABLES_BOUND(true),
  /** Level 0 of the table is too large. */
  LEVEL0_BOUND(true),
  /** The disk is too full to wait. */
  DISK_BOUND(true),
  /** It is another rack's turn. */
  OTHER_TURN(false),
  /** Another replica compacts. */
  OTHER_REPLICA(false);

  private final boolean starts;

  StartDecision(boolean starts) {
    this.starts = starts;
  }

  public boolean starts() {
    return starts;
  }
}
