package io.amoeba.linearroad.feed;

import java.util.function.LongSupplier;

/** Feeds by the clock, evenly within a second. Confined to the feeding thread. */
final class ClockThrottle implements Throttle {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double rate;
  private final LongSupplier nanoTime;
  private long startNanos;
  private int firstSecond = -1;

  ClockThrottle(double rate, LongSupplier nanoTime) {
    this.rate = rate;
    this.nanoTime = nanoTime;
  }

  @Override
  public boolean mayFeed(int second, double part) {
    if (firstSecond < 0) {
      firstSecond = second;
      startNanos = nanoTime.getAsLong();
    }
    double dueNanos = (second - firstSecond + part) / rate * NANOS_PER_SECOND;
    return nanoTime.getAsLong() - startNanos >= dueNanos;
  }
}
