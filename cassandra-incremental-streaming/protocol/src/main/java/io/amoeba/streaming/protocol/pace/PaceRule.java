package io.amoeba.streaming.protocol.pace;

/** The rules of {@link PaceController}; tests leave out one at a time. */
enum PaceRule {
  /** Without figures a sender is slow. */
  SILENCE,
  /** Overload slows a sender down sharply, within seconds. */
  OVERLOAD,
  /** A small, lasting loss slows it down. */
  LOSS,
  /** A busy sender uses a small part of its CPUs for the join. */
  SHARE,
  /** Half of what the joining node has taken over stays with clients. */
  KEEP_GAIN,
  /** The join ends. */
  LOWEST,
  /** What clients feel at the lowest rate is not the join's doing. */
  ACCEPT,
  /** A joining node without CPU to spare gets no more. */
  JOINING_NODE,
  /** A rate that the sender does not reach says nothing. */
  REACHED,
  /** Idle senders get faster quickly. */
  SPARE
}
