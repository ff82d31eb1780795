package io.amoeba.shift.protocol.decision;

/**
 * Why reads stay at a node, or return to it early. Immutable.
 *
 * @param detail for operators
 */
public record Obstacle(Kind kind, String detail) {

  /** Kinds of obstacles. */
  public enum Kind {
    /** The operator has switched the shift off. */
    OFF,
    /** The node is no full member of the cluster. */
    NOT_A_MEMBER,
    /** Coordinators do not heed severity. */
    NO_DYNAMIC_SNITCH,
    /** An operator or another agent has set the node's severity. */
    OTHER_SEVERITY,
    /** No other replica is known. */
    NO_PEER,
    /** Another replica is down. */
    PEER_DOWN,
    /** Reads have left another replica. */
    PEER_SHIFTED,
    /** The use of another replica is unknown. */
    PEER_UNKNOWN,
    /** Another replica has no room. */
    PEER_BUSY,
    /** The kernel does not say whether the node waits for its disk. */
    DISK_UNKNOWN,
    /** The node does not wait for its disk. */
    DISK_FREE
  }
}
