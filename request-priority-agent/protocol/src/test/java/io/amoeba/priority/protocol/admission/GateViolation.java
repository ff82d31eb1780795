package io.amoeba.priority.protocol.admission;

/** What a gate must not do. */
enum GateViolation {
  /** A request is neither run nor shed. */
  LOST,
  /** A request is run or shed a second time. */
  TWICE,
  /** A held request is run before an older one. */
  ORDER,
  /** More run than the limit allows. */
  LIMIT,
  /** A request is held although the limit leaves room. */
  STUCK,
  /** More is held than the bounds allow. */
  BOUNDS,
  /** A request is shed for no reason. */
  SHED,
  /** A request is held for too long. */
  AGE,
  /** Counters and gauges are not those of the model. */
  COUNTS
}
