package io.amoeba.coordinator.changes.failover;

/** A primary, by id, that goes to a spare server with all of its hash slots, and why. Immutable. */
public record Migration(String primary, SpareServer to, Reason reason) {

  /** Why a primary leaves its node; the most urgent first. */
  public enum Reason {
    /** The node may not host the store. */
    NODE_FORBIDDEN,
    /** The node has no subtask. */
    NO_SUBTASK,
    /** The node may host fewer primaries than it has. */
    ABOVE_CAPACITY
  }
}
