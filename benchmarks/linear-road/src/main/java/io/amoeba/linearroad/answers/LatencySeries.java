package io.amoeba.linearroad.answers;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.HdrHistogram.Histogram;

/** Latencies by the wall-clock second of their answers. Safe for one writer and many readers. */
public final class LatencySeries {
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final int DIGITS = 3;

  private final ConcurrentSkipListMap<Long, Histogram> bySecond = new ConcurrentSkipListMap<>();

  /**
   * Percentiles of a time span.
   *
   * @param p50 NaN without a value, as the next ones
   */
  public record Percentiles(long count, double p50, double p99, double max) {}

  void add(long epochMillis, long latency) {
    Histogram histogram =
        bySecond.computeIfAbsent(epochMillis / MILLIS_PER_SECOND, s -> new Histogram(DIGITS));
    synchronized (histogram) {
      histogram.recordValue(Math.max(0, latency));
    }
  }

  /** The percentiles of answers from one point in time (inclusive) to another. */
  public Percentiles between(long fromEpochMillis, long toEpochMillis) {
    long from = ceil(fromEpochMillis);
    long to = toEpochMillis / MILLIS_PER_SECOND;
    return of(from < to ? bySecond.subMap(from, true, to, false).values() : List.of());
  }

  /** The number of seconds that {@link #between} takes: whole ones alone. */
  public static long wholeSeconds(long fromEpochMillis, long toEpochMillis) {
    return Math.max(0, toEpochMillis / MILLIS_PER_SECOND - ceil(fromEpochMillis));
  }

  /** The percentiles of the answers of one second. */
  public Percentiles ofSecond(long epochSecond) {
    return of(bySecond.subMap(epochSecond, true, epochSecond, true).values());
  }

  /** The percentiles of all answers from a point in time (inclusive) on. */
  public Percentiles since(long fromEpochMillis) {
    return of(bySecond.tailMap(ceil(fromEpochMillis), true).values());
  }

  /** The last second that is likely to be complete; -1 if there is none. */
  public long lastFullSecond() {
    return bySecond.size() < 2 ? -1 : bySecond.lowerKey(bySecond.lastKey());
  }

  private static long ceil(long epochMillis) {
    return (epochMillis + MILLIS_PER_SECOND - 1) / MILLIS_PER_SECOND;
  }

  private static Percentiles of(Collection<Histogram> histograms) {
    Histogram sum = new Histogram(DIGITS);
    for (Histogram histogram : histograms) {
      synchronized (histogram) {
        sum.add(histogram);
      }
    }
    if (sum.getTotalCount() == 0) {
      return new Percentiles(0, Double.NaN, Double.NaN, Double.NaN);
    }
    return new Percentiles(
        sum.getTotalCount(),
        sum.getValueAtPercentile(50),
        sum.getValueAtPercentile(99),
        sum.getMaxValue());
  }
}
