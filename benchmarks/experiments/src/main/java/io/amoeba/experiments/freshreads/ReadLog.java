package io.amoeba.experiments.freshreads;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The answers of one step that arrive while it is open. Times are those of {@link System#nanoTime}.
 * Safe for concurrent use.
 */
final class ReadLog {
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1) / Windows.PER_SECOND;
  private static final long MOST_MICROS = TimeUnit.MINUTES.toMicros(2);
  private static final int DIGITS = 3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Histogram micros = new Histogram(MOST_MICROS, DIGITS);
  private final int[] reads;
  private final int[] atReplicas;
  private boolean open;
  private long fromNanos;
  private long toNanos;
  private long replicaReads;
  private long writes;
  private long failed;
  private long provenNanos;
  private @Nullable Throwable error;

  /** For so long a step. */
  ReadLog(Duration longest) {
    // Threads are not stopped on time.
    int windows = (int) (2 * longest.toNanos() / WINDOW_NANOS) + Windows.PER_SECOND;
    this.reads = new int[windows];
    this.atReplicas = new int[windows];
  }

  synchronized void open(long nowNanos) {
    fromNanos = nowNanos;
    open = true;
  }

  synchronized void close(long nowNanos) {
    toNanos = nowNanos;
    open = false;
  }

  synchronized void answered(ReadPath.Reply reply, long sentNanos, long nowNanos) {
    if (!open) {
      return;
    }
    micros.recordValue(Math.min(MOST_MICROS, (nowNanos - sentNanos) / 1_000));
    int window = (int) Math.min(reads.length - 1, (nowNanos - fromNanos) / WINDOW_NANOS);
    reads[window]++;
    if (reply.fromReplica()) {
      replicaReads++;
      atReplicas[window]++;
      provenNanos = Math.max(provenNanos, reply.provenAgeNanos());
    }
  }

  synchronized void written() {
    writes += open ? 1 : 0;
  }

  synchronized void failed(Throwable with) {
    if (open) {
      failed++;
      error = with;
    }
  }

  /** The last error; null: there was none. */
  synchronized @Nullable Throwable error() {
    return error;
  }

  /** Of a closed log. */
  synchronized Windows windows() {
    int whole = (int) Math.min(reads.length, (toNanos - fromNanos) / WINDOW_NANOS);
    return new Windows(Arrays.copyOf(reads, whole), Arrays.copyOf(atReplicas, whole));
  }

  /** Of a closed log; latencies in microseconds, NaN without any read. */
  synchronized Map<String, Double> figures() {
    double seconds = (toNanos - fromNanos) / NANOS_PER_SECOND;
    long answers = micros.getTotalCount();
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("readsPerSecond", answers / seconds);
    figures.put("writesPerSecond", writes / seconds);
    figures.put("p50Micros", percentile(50));
    figures.put("p80Micros", percentile(80));
    figures.put("p99Micros", percentile(99));
    figures.put("replicaShare", answers == 0 ? Double.NaN : (double) replicaReads / answers);
    figures.put("provenAgeMillis", provenNanos / NANOS_PER_MILLI);
    figures.put("failed", (double) failed);
    return figures;
  }

  private double percentile(double percentile) {
    return micros.getTotalCount() == 0 ? Double.NaN : micros.getValueAtPercentile(percentile);
  }
}
