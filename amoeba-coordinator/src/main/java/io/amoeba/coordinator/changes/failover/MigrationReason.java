package io.amoeba.coordinator.changes.failover;

/** Why a primary leaves its node; the most urgent first. */
public enum MigrationReason {
  /** The node may not host the store. */
  NODE_FORBIDDEN,
  /** The node has no subtask. */
  NO_SUBTASK,
  /** The node may host fewer primaries than it has. */
  ABOVE_CAPACITY
}
