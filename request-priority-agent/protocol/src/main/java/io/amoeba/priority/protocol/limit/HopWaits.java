package io.amoeba.priority.protocol.limit;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Hop waits of high tasks: the times from the addition of a task to an executor until a thread runs
 * it. A histogram with buckets of at most an eighth of their value. Safe for concurrent use.
 */
public final class HopWaits {

  /*
   * Buckets: below 8 us one for each microsecond, above it eight for each power of two. The last one
   * takes all from about a minute on, which no request outlives.
   */

  private static final int BITS = 3;
  private static final int PER_POWER = 1 << BITS;
  private static final int BUCKETS = 24 * PER_POWER;
  private static final int NANOS_PER_MICRO = 1_000;

  private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

  /** Adds a wait, in nanoseconds; negative counts as zero. */
  public void record(long nanos) {
    counts.getAndIncrement(bucket(Math.max(0, nanos) / NANOS_PER_MICRO));
  }

  /** How many waits the next summary has. */
  public long samples() {
    long samples = 0;
    for (int i = 0; i < BUCKETS; i++) {
      samples += counts.get(i);
    }
    return samples;
  }

  /** Summarises what was recorded since the last call. For one thread at a time. */
  public HopWaitSummary drain() {
    long[] drained = new long[BUCKETS];
    long samples = 0;
    for (int i = 0; i < BUCKETS; i++) {
      drained[i] = counts.getAndSet(i, 0);
      samples += drained[i];
    }
    long rank = samples - samples / 20;
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += drained[i];
      if (drained[i] > 0 && seen >= rank) {
        return new HopWaitSummary(samples, upperMicros(i));
      }
    }
    return HopWaitSummary.NONE;
  }

  private static int bucket(long micros) {
    if (micros < PER_POWER) {
      return (int) micros;
    }
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(micros);
    int part = (int) (micros >>> (power - BITS)) & (PER_POWER - 1);
    return Math.min(BUCKETS - 1, (power - BITS + 1) * PER_POWER + part);
  }

  /** The largest value of a bucket. */
  private static long upperMicros(int bucket) {
    if (bucket < PER_POWER) {
      return bucket;
    }
    int shift = bucket / PER_POWER - 1;
    return ((PER_POWER + bucket % PER_POWER + 1L) << shift) - 1;
  }
}
