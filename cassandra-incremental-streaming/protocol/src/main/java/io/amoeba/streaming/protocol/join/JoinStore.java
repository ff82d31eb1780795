package io.amoeba.streaming.protocol.join;

/**
 * Port: the joining node's durable record. {@code save} returns after the record has reached the
 * disk, in place of the one before, and throws when it may not have; the driver then tries again.
 */
public interface JoinStore {

  void save(JoinRecord join);

  /** The join is taken back: the next start draws another plan. */
  void forget();
}
