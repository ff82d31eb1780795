package io.amoeba.shift.protocol.work;

/** One rule of the shift, removed, by a view or a lever that lies. */
enum ShiftMutant {
  NONE(ShiftViolation.TOGETHER),
  /** Nodes do not see that others are shifted. */
  SHIFTS_UNSEEN(ShiftViolation.TOGETHER),
  /** Nodes do not see it once they are shifted themselves. */
  NO_WAY_GIVEN(ShiftViolation.TOGETHER),
  /** Time stands still while reads are away. */
  NO_END(ShiftViolation.FORGOTTEN),
  /** Withdrawals are lost. */
  WITHDRAWAL_LOST(ShiftViolation.FORGOTTEN),
  /** Reads wait for warm caches, however long. */
  NO_WARM_LIMIT(ShiftViolation.FORGOTTEN),
  /** Clients are not accepted again. */
  CLIENTS_FORGOTTEN(ShiftViolation.CLIENTS),
  /** Others seem to have room. */
  ROOM_ASSUMED(ShiftViolation.BUSY),
  /** Others seem to be up. */
  DOWN_UNSEEN(ShiftViolation.DOWN),
  /** Others of whom nothing is heard seem to be what they were. */
  SILENCE_UNSEEN(ShiftViolation.DOWN),
  /** The node seems to wait for its disk. */
  DISK_ASSUMED(ShiftViolation.DISK),
  /** Cold caches seem warm. */
  WARMTH_ASSUMED(ShiftViolation.COLD),
  /** Work for which reads have returned early is announced again. */
  TRIED_AGAIN(ShiftViolation.AGAIN),
  /** The use of others is never known. */
  USE_UNKNOWN(ShiftViolation.STUCK);

  private final ShiftViolation violation;

  ShiftMutant(ShiftViolation violation) {
    this.violation = violation;
  }

  /** What the rule keeps from happening. */
  ShiftViolation violation() {
    return violation;
  }
}
