package io.amoeba.priority.protocol.admission;

/** One rule of the gate, removed, by a port that lies. */
enum GateMutant {
  NONE(GateViolation.LOST),
  /** The gate is not told the limit. */
  LIMIT_IGNORED(GateViolation.LIMIT),
  /** The gate does not see high requests. */
  ACTIVITY_UNSEEN(GateViolation.LIMIT),
  /** The gate does not see that high requests end. */
  ALWAYS_ACTIVE(GateViolation.STUCK),
  /** Any number is held. */
  UNBOUNDED_REQUESTS(GateViolation.BOUNDS),
  /** Any number of bytes is held. */
  UNBOUNDED_BYTES(GateViolation.BOUNDS),
  /** Less is held than there is room for. */
  NO_ROOM(GateViolation.SHED),
  /** Nothing is released beyond the limit. */
  NO_AGEING(GateViolation.AGE),
  /** Requests age too soon. */
  EARLY_AGEING(GateViolation.LIMIT),
  /** Held requests are shed too soon. */
  EARLY_SHEDDING(GateViolation.SHED),
  /** The ends of some requests are not reported. */
  ENDS_UNREPORTED(GateViolation.STUCK),
  /** Time passes only when something arrives or ends. */
  NO_TICKS(GateViolation.STUCK),
  /** Two released requests are exchanged. */
  OUT_OF_ORDER(GateViolation.ORDER),
  /** Some requests run twice. */
  RUN_TWICE(GateViolation.TWICE),
  /** Some requests are taken and not run. */
  RUN_LOST(GateViolation.LOST);

  private final GateViolation violation;

  GateMutant(GateViolation violation) {
    this.violation = violation;
  }

  /** What the rule keeps from happening. */
  GateViolation violation() {
    return violation;
  }
}
