package io.amoeba.experiments.priority;

import io.amoeba.experiments.Values;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The answers to the requests of one class that start while it is open. Latencies are measured from
 * the start that the caller names. Times are those of {@link System#nanoTime}. Safe for concurrent
 * use.
 */
final class AnswerLog {
  private static final long MOST_MICROS = TimeUnit.MINUTES.toMicros(1);
  private static final int DIGITS = 3;
  private static final double PERCENTILE_50 = 50;
  private static final double PERCENTILE_99 = 99;
  private static final double PERCENTILE_999 = 99.9;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Histogram micros = new Histogram(MOST_MICROS, DIGITS);
  private boolean opened;
  private boolean closed;
  private long fromNanos;
  private long toNanos;
  private long lastNanos;
  private long longestGapNanos;
  private long errors;
  private @Nullable Throwable error;

  /** Requests that start from now on count. */
  synchronized void open(long nowNanos) {
    opened = true;
    fromNanos = nowNanos;
    lastNanos = nowNanos;
  }

  /** Requests that start from now on do not count; earlier ones do, whenever they end. */
  synchronized void close(long nowNanos) {
    closed = true;
    toNanos = nowNanos;
    noteGap(nowNanos);
  }

  synchronized void answered(long startNanos, long nowNanos) {
    if (opened && !closed) {
      noteGap(nowNanos);
    }
    if (counts(startNanos)) {
      micros.recordValue(Math.min(MOST_MICROS, (nowNanos - startNanos) / 1_000));
    }
  }

  private void noteGap(long nowNanos) {
    longestGapNanos = Math.max(longestGapNanos, nowNanos - lastNanos);
    lastNanos = nowNanos;
  }

  private boolean counts(long startNanos) {
    return opened && startNanos - fromNanos >= 0 && !(closed && startNanos - toNanos >= 0);
  }

  synchronized void failed(long startNanos, Throwable with) {
    if (counts(startNanos)) {
      errors++;
      error = with;
    }
  }

  /** The last error; null: there was none. */
  synchronized @Nullable Throwable error() {
    return error;
  }

  /** The latencies, in microseconds. */
  synchronized Histogram micros() {
    return micros.copy();
  }

  /** After it was closed, and all requests have ended. */
  synchronized Values figures() {
    Map<String, Double> figures = new LinkedHashMap<>(latencies(micros, toNanos - fromNanos).all());
    figures.put("errors", (double) errors);
    figures.put("longestGapMillis", longestGapNanos / NANOS_PER_MILLI);
    return new Values(figures);
  }

  /** Percentiles are NaN without any answer. */
  static Values latencies(Histogram micros, long duringNanos) {
    Map<String, Double> figures = new LinkedHashMap<>();
    long answers = micros.getTotalCount();
    figures.put("answers", (double) answers);
    figures.put("perSecond", (double) answers * TimeUnit.SECONDS.toNanos(1) / duringNanos);
    figures.put("meanMicros", answers == 0 ? Double.NaN : micros.getMean());
    figures.put("p50Micros", percentile(micros, PERCENTILE_50));
    figures.put("p99Micros", percentile(micros, PERCENTILE_99));
    figures.put("p999Micros", percentile(micros, PERCENTILE_999));
    figures.put("maxMicros", percentile(micros, 100));
    return new Values(figures);
  }

  private static double percentile(Histogram micros, double percentile) {
    return micros.getTotalCount() == 0 ? Double.NaN : micros.getValueAtPercentile(percentile);
  }
}
