package io.amoeba.freshreads.choice;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** The latest latencies of one kind of request at one node. Safe for concurrent use, lock-free. */
final class LatencyWindow {

  /*
   * A latency and its time share one long, so that no reader sees one without the other:
   * 32 bits of time in units of 2^20 ns (1.05 ms, around in 52 days), 32 bits of latency in units
   * of 2^4 ns (16 ns, at most 68 s). An empty place is 0.
   */
  static final int SIZE = 64;

  private static final int TICKS_PER_SECOND = (int) (TimeUnit.SECONDS.toNanos(1) >>> 20);

  private final AtomicLongArray samples = new AtomicLongArray(SIZE);
  private final AtomicLong recorded = new AtomicLong();

  void record(long latencyNanos, long nowNanos) {
    long latency = Math.min(Math.max(latencyNanos >> 4, 1), 0xFFFF_FFFFL);
    int place = (int) (recorded.getAndIncrement() & (SIZE - 1));
    samples.setRelease(place, (nowNanos >> 20) << 32 | latency);
  }

  /** How many latencies were recorded until now. */
  long recorded() {
    return recorded.get();
  }

  /**
   * Sorts the latencies of the last second into an array.
   *
   * @param sorted of at least {@link #SIZE}; in nanoseconds
   * @return their number
   */
  int ofLastSecond(long nowNanos, long[] sorted) {
    int now = (int) (nowNanos >> 20);
    int count = 0;
    for (int place = 0; place < SIZE; place++) {
      long sample = samples.getAcquire(place);
      if (sample != 0 && now - (int) (sample >> 32) <= TICKS_PER_SECOND) {
        sorted[count++] = (sample & 0xFFFF_FFFFL) << 4;
      }
    }
    Arrays.sort(sorted, 0, count);
    return count;
  }

  /**
   * Sorts the latest latencies into an array, of whatever age.
   *
   * @param sorted of at least {@code limit}; in nanoseconds
   * @return their number, at most {@code limit}
   */
  int latest(int limit, long[] sorted) {
    long newest = recorded.get() - 1;
    int count = 0;
    for (int back = 0; back < limit; back++) {
      long sample = samples.getAcquire((int) ((newest - back) & (SIZE - 1)));
      if (sample != 0) {
        sorted[count++] = (sample & 0xFFFF_FFFFL) << 4;
      }
    }
    Arrays.sort(sorted, 0, count);
    return count;
  }
}
