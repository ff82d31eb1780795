package io.amoeba.freshreads.proof.simulation;

/** A client with one mistake, or none, with heartbeats or with replication offsets. */
enum Mutant {
  NONE,
  /** Without a mistake, by replication offsets. */
  OFFSETS,
  /** Compares a replica's offset with nothing. */
  OFFSETS_NOT_REACHED,
  /** Takes a primary's offset for that of the moment of its answer. */
  OFFSETS_STAMPED_AT_THE_ANSWER,
  /** Asks a primary that takes no writes any more. */
  OFFSETS_OF_A_DEPOSED_PRIMARY,
  /** Continues a proof by offsets on the next connection to the same node. */
  OFFSETS_KEPT_OVER_RECONNECT,
  /** Takes every answer, without any evidence. */
  NO_EVIDENCE,
  /** Judges an answer by the proof's age when the read was sent. */
  AGE_AT_SENDING,
  /** Judges an answer by the connection's proof at the hand-over. */
  NEWEST_PROOF,
  /** Continues a proof on the next connection to the same node. */
  PROOF_KEPT_OVER_RECONNECT,
  /** Compares replication offsets, whatever history they count. */
  OFFSETS_WITHOUT_REPLID,
  /** Counts heartbeats at the primary instead of stamping them. */
  SHARED_COUNTER,
  /** Takes a replica's word that a key is absent. */
  NIL_TAKEN,
  /** Lets heartbeats and probes follow redirections to another shard. */
  HEARTBEAT_BY_REDIRECT,
  /** Stamps heartbeats and measures ages by a clock that is set. */
  WALL_CLOCK,
  /** Takes any sufficiently young answer for a read after an own write. */
  MARK_IGNORED;

  /** Whether it asks for positions in the replication stream instead of writing heartbeats. */
  boolean asksForPositions() {
    return this == OFFSETS
        || this == OFFSETS_NOT_REACHED
        || this == OFFSETS_STAMPED_AT_THE_ANSWER
        || this == OFFSETS_OF_A_DEPOSED_PRIMARY
        || this == OFFSETS_KEPT_OVER_RECONNECT;
  }
}
