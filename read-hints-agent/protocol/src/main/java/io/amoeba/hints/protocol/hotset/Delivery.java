package io.amoeba.hints.protocol.hotset;

/** What has become of a batch that was sent to a peer. */
public enum Delivery {
  TAKEN,
  /** The peer has no room for it yet. */
  REFUSED,
  /** The peer did not answer; it may have taken it nevertheless. */
  UNANSWERED
}
