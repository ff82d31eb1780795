package io.amoeba.streaming.joining;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Holds back the threads that take streamed data, so that all together take no more than a rate;
 * TCP then holds back the senders. Safe for concurrent use.
 */
final class Pacer {

  /**
   * A table of small rows comes in small pieces. Shorter waits are added up: each one costs more
   * CPU than it is long.
   */
  private static final long SHORTEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** After so long a new rate holds for threads that wait by an older one. */
  private static final long LONGEST_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final LongSupplier nanoClock;
  private double bytesPerSec;
  private long freeAtNanos;
  private int changes;

  /**
   * @param bytesPerSec 0: no limit
   */
  Pacer(double bytesPerSec, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.bytesPerSec = bytesPerSec;
    freeAtNanos = nanoClock.getAsLong();
  }

  /** How long to wait after so many bytes have been taken. */
  synchronized long waitNanos(long bytes) {
    long now = nanoClock.getAsLong();
    if (bytesPerSec == 0) {
      freeAtNanos = now;
      return 0;
    }
    freeAtNanos =
        Math.max(freeAtNanos, now)
            + (long) ((double) bytes * TimeUnit.SECONDS.toNanos(1) / bytesPerSec);
    long wait = freeAtNanos - now;
    return wait < SHORTEST_WAIT_NANOS ? 0 : wait;
  }

  /** Returns when the rate allows to take more. */
  void taken(long bytes) {
    long nanos;
    int before;
    synchronized (this) {
      nanos = waitNanos(bytes);
      before = changes;
    }
    long until = nanoClock.getAsLong() + nanos;
    while (nanos > 0 && before == changes()) {
      try {
        TimeUnit.NANOSECONDS.sleep(Math.min(nanos, LONGEST_SLEEP_NANOS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      nanos = until - nanoClock.getAsLong();
    }
  }

  private synchronized int changes() {
    return changes;
  }

  /** 0: no limit. What was taken at the rate before is paid for. */
  synchronized void setBytesPerSec(double rate) {
    if (rate != bytesPerSec) {
      bytesPerSec = rate;
      freeAtNanos = nanoClock.getAsLong();
      changes++;
    }
  }
}
