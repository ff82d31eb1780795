package io.amoeba.priority.protocol.service;

import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * Finds minutes in which most requests were high: then they gain nothing, for none gives way. Times
 * are those of {@link System#nanoTime}. Confined to one thread.
 */
public final class HighShare {

  static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** An operator needs not be told more often. */
  static final long SILENT_NANOS = TimeUnit.MINUTES.toNanos(30);

  /** Of fewer requests a minute, ten a second, none disturbs another. */
  static final long LEAST_REQUESTS = 600;

  private static final int PERCENT = 100;

  private long beginNanos;
  private long highBefore;
  private long allBefore;
  private boolean told;
  private long toldNanos;

  /** Begins with the first minute. */
  public HighShare(long nowNanos) {
    this.beginNanos = nowNanos;
  }

  /**
   * To be called every second or so.
   *
   * @param high requests since the start
   * @param all requests since the start, of all classes
   * @return the percentage of high ones if a minute has ended in which it was above 50, and nobody
   *     was told in the last half hour
   */
  public OptionalInt next(long high, long all, long nowNanos) {
    if (nowNanos - beginNanos < MINUTE_NANOS) {
      return OptionalInt.empty();
    }
    long highInMinute = high - highBefore;
    long allInMinute = all - allBefore;
    beginNanos = nowNanos;
    highBefore = high;
    allBefore = all;
    boolean most = allInMinute >= LEAST_REQUESTS && 2 * highInMinute > allInMinute;
    if (!most || told && nowNanos - toldNanos < SILENT_NANOS) {
      return OptionalInt.empty();
    }
    told = true;
    toldNanos = nowNanos;
    return OptionalInt.of((int) (PERCENT * highInMinute / allInMinute));
  }
}
