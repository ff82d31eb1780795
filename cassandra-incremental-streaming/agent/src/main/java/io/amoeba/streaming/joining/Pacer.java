package io.amoeba.streaming.joining;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Holds back the threads that take streamed data, so that all together take no more than a rate;
 * TCP then holds back the senders. Safe for concurrent use.
 */
public final class Pacer {

  private static final long MIB = 1 << 20;

  private final LongSupplier nanoClock;
  private int rateMibPerSec;
  private long freeAtNanos;

  public Pacer(int rateMibPerSec, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.rateMibPerSec = rateMibPerSec;
    freeAtNanos = nanoClock.getAsLong();
  }

  /** How long to wait after so many bytes have been taken. */
  synchronized long waitNanos(long bytes) {
    long now = nanoClock.getAsLong();
    if (rateMibPerSec == 0) {
      freeAtNanos = now;
      return 0;
    }
    freeAtNanos =
        Math.max(freeAtNanos, now)
            + (long) ((double) bytes * TimeUnit.SECONDS.toNanos(1) / (rateMibPerSec * MIB));
    return freeAtNanos - now;
  }

  /** Returns when the rate allows to take more. */
  public void taken(long bytes) {
    long nanos = waitNanos(bytes);
    if (nanos > 0) {
      try {
        TimeUnit.NANOSECONDS.sleep(nanos);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  public synchronized int rateMibPerSec() {
    return rateMibPerSec;
  }

  /** 0: no limit. */
  public synchronized void setRateMibPerSec(int rate) {
    if (rate < 0) {
      throw new IllegalArgumentException("a rate of " + rate + " MiB/s: want 0 (no limit) or more");
    }
    rateMibPerSec = rate;
    freeAtNanos = nanoClock.getAsLong();
  }
}
