package io.amoeba.freshreads.choice.simulation;

import java.util.Arrays;

/** The reads that were answered in one phase. */
final class Outcome {

  static final long WINDOW_NANOS = 50_000_000;

  private static final int MAX_MICROS = 500_000;

  private final double seconds;
  private final long startNanos;
  private final int[] byMicros = new int[MAX_MICROS + 1];
  private final int[] byWindow;
  private long reads;
  private long atReplicas;

  Outcome(long startNanos, long nanos) {
    this.startNanos = startNanos;
    this.seconds = nanos / 1e9;
    this.byWindow = new int[(int) (nanos / WINDOW_NANOS) + 1];
  }

  void read(boolean atReplica, long latencyNanos, long nowNanos) {
    reads++;
    atReplicas += atReplica ? 1 : 0;
    byMicros[(int) Math.min(latencyNanos / 1000, MAX_MICROS)]++;
    byWindow[(int) ((nowNanos - startNanos) / WINDOW_NANOS)]++;
  }

  double readsPerSecond() {
    return reads / seconds;
  }

  double replicaShare() {
    return (double) atReplicas / reads;
  }

  long micros(double quantile) {
    long left = Math.round(reads * quantile);
    int micros = 0;
    for (left -= byMicros[0]; left > 0; left -= byMicros[micros]) {
      micros++;
    }
    return micros;
  }

  /** Until the throughput stays at 95 % of that of the phase's second half, but for a window. */
  double secondsToSteady() {
    int windows = byWindow.length - 1;
    double steady = Arrays.stream(byWindow, windows / 2, windows).average().orElseThrow();
    int last = -1;
    for (int window = 0; window < windows - 1; window++) {
      if (byWindow[window] < 0.95 * steady && byWindow[window + 1] < 0.95 * steady) {
        last = window + 1;
      }
    }
    return (last + 1) * WINDOW_NANOS / 1e9;
  }

  @Override
  public String toString() {
    return String.format(
        "%6.1f k/s  %5.2f %% at replicas  P80 %d µs  P99 %d µs  steady after %.2f s",
        readsPerSecond() / 1000,
        100 * replicaShare(),
        micros(0.8),
        micros(0.99),
        secondsToSteady());
  }
}
