package io.amoeba.streaming.protocol.join;

/** What a join is at; with look-ahead, what the first unfinished step is at. */
public enum JoinPhase {
  /** Nothing is announced yet: gossip has to provide the other nodes and the schema first. */
  WAITING_FOR_GOSSIP,
  /** The step's tokens are announced as pending; every member must acknowledge. */
  ANNOUNCED,
  /** Everybody has acknowledged; writes sent before that are waited for. */
  DRAINING,
  /** Work before the streaming. */
  PREPARING,
  /** Senders stream the step's ranges. */
  STREAMING,
  /** Work after the streaming. */
  WARMING,
  /** The step is complete; every member must confirm that it has held its tokens throughout. */
  CONFIRMING,
  /** All tokens are done; the last losing replicas still take writes. */
  SETTLING,
  /** Paused by the operator at a safe point. */
  PAUSED,
  /** Another node joins, moves or leaves; nothing is pending meanwhile. */
  OTHER_CHANGE,
  /** The node is an ordinary one. */
  FINISHED,
  /** The node was removed from the cluster while it joined; it must be wiped to join again. */
  VOID,
  /**
   * Another node started to join at the same time, and has precedence; this one must start again.
   */
  WITHDRAWN;

  /** Whether nothing will change any more. */
  public boolean over() {
    return this == FINISHED || this == VOID || this == WITHDRAWN;
  }
}
