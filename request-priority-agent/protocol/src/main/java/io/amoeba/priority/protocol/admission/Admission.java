package io.amoeba.priority.protocol.admission;

import java.util.concurrent.atomic.AtomicBoolean;

/** The right of a low request to run, until its end is reported. Safe for concurrent use. */
public final class Admission {
  private final int begun;
  private final AtomicBoolean ended = new AtomicBoolean();

  Admission(int begun) {
    this.begun = begun;
  }

  int begun() {
    return begun;
  }

  /** Whether this is the first call. */
  boolean end() {
    return ended.compareAndSet(false, true);
  }
}
