package io.amoeba.coordinator.changes.slots;

/** Why hash slots leave their primary. */
public enum MoveReason {
  /** The node of the primary may not host the store. */
  NODE_FORBIDDEN,
  /** The primary is to own nothing. */
  PRIMARY_LEAVES,
  /** The primary owns more than its target. */
  ABOVE_TARGET,
  /** Another owner was asked for, such as the primary near the subtask of the keyed stream. */
  OWNER_GIVEN
}
