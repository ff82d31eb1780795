package io.amoeba.hints.protocol.targets;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Batches on their way to one peer. A peer that answers late gets fewer: there is no queue. Safe
 * for concurrent use.
 */
public final class PeerWindow {

  private final AtomicInteger inFlight = new AtomicInteger();

  /** Takes a place, if fewer than {@code limit} are taken. */
  public boolean tryEnter(int limit) {
    int taken = inFlight.get();
    while (taken < limit) {
      if (inFlight.compareAndSet(taken, taken + 1)) {
        return true;
      }
      taken = inFlight.get();
    }
    return false;
  }

  /** Gives the place back; once for each that was taken. */
  public void leave() {
    inFlight.decrementAndGet();
  }

  public int inFlight() {
    return inFlight.get();
  }
}
