package io.amoeba.coordinator.lease;

/** Port to what keeps leaders of former terms from acting. */
public interface Fence {

  /**
   * Ends every connection by which a leader of an earlier term could act.
   *
   * @throws RuntimeException if that is not certain: it is to be tried again; the message says what
   *     keeps it
   */
  void raise(long term);
}
