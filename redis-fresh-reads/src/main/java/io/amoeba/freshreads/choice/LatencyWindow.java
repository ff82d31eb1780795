package io.amoeba.freshreads.choice;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The latest latencies of a node and their median. Latencies older than a second leave the window,
 * except the latest few. Safe for concurrent use, lock-free.
 */
final class LatencyWindow {

  /*
   * A median, since the client's own hiccups delay a few answers of any node by far more than the
   * nodes differ. By age as well, since 64 latencies of a node that now serves few reads can be of
   * an hour ago: the load would be over and the reads still balanced.
   *
   * A latency and its time share one long, so that no reader sees one without the other:
   * 32 bits of time in units of 2^20 ns (1.05 ms, around in 52 days), 32 bits of latency in units
   * of 2^4 ns (16 ns, at most 68 s). An empty place is 0.
   */
  static final int SIZE = 64;

  /** Latencies that count at any age: the probes of a second at the slowest default rate. */
  static final int ALWAYS = 5;

  private static final int MAX_AGE_TICKS = (int) (TimeUnit.SECONDS.toNanos(1) >>> 20);

  private final AtomicLongArray samples = new AtomicLongArray(SIZE);
  private final AtomicLong recorded = new AtomicLong();

  void record(long latencyNanos, long nowNanos) {
    long latency = Math.min(Math.max(latencyNanos >> 4, 1), 0xFFFF_FFFFL);
    int place = (int) (recorded.getAndIncrement() & (SIZE - 1));
    samples.setRelease(place, (nowNanos >> 20) << 32 | latency);
  }

  /**
   * The median in nanoseconds, or 0 without latencies.
   *
   * @param scratch of {@link #SIZE}; overwritten
   */
  long medianNanos(long nowNanos, long[] scratch) {
    int now = (int) (nowNanos >> 20);
    long newest = recorded.get() - 1;
    int count = 0;
    for (int back = 0; back < SIZE; back++) {
      long sample = samples.getAcquire((int) ((newest - back) & (SIZE - 1)));
      boolean young = now - (int) (sample >> 32) <= MAX_AGE_TICKS;
      if (sample != 0 && (young || count < ALWAYS)) {
        scratch[count++] = sample & 0xFFFF_FFFFL;
      }
    }
    if (count == 0) {
      return 0;
    }
    Arrays.sort(scratch, 0, count);
    return scratch[count / 2] << 4;
  }
}
