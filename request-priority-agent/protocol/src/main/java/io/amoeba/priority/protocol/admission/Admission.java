package io.amoeba.priority.protocol.admission;

import java.util.concurrent.atomic.AtomicBoolean;

/** The right of a low request to run, until its end is reported. Safe for concurrent use. */
public final class Admission {
  private final int begun;
  private final long heldNanos;
  private final AtomicBoolean ended = new AtomicBoolean();

  Admission(int begun, long heldNanos) {
    this.begun = begun;
    this.heldNanos = heldNanos;
  }

  /** For how long the request was held; 0: it was not. */
  public long heldNanos() {
    return heldNanos;
  }

  int begun() {
    return begun;
  }

  /** Whether this is the first call. */
  boolean end() {
    return ended.compareAndSet(false, true);
  }
}
