package io.amoeba.experiments.freshreads;

import java.util.Arrays;

/**
 * When the writes of one key were acknowledged, by their numbers, which rise. Safe for concurrent
 * use.
 */
final class Acknowledgements {
  /** No newer number has been acknowledged. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int FIRST_CAPACITY = 1 << 14;

  // Guarded by this; NEVER where no acknowledgement came.
  private long[] nanosOfNumber = new long[FIRST_CAPACITY];
  private int last;

  Acknowledgements() {
    Arrays.fill(nanosOfNumber, NEVER);
  }

  /**
   * Remembers a write.
   *
   * @param nanos not before the acknowledgement
   */
  synchronized void acknowledge(int number, long nanos) {
    int capacity = nanosOfNumber.length;
    if (number >= capacity) {
      nanosOfNumber = Arrays.copyOf(nanosOfNumber, Math.max(number + 1, 2 * capacity));
      Arrays.fill(nanosOfNumber, capacity, nanosOfNumber.length, NEVER);
    }
    nanosOfNumber[number] = nanos;
    last = Math.max(last, number);
  }

  /** When the first number after this one was acknowledged, or {@link #NEVER}. */
  synchronized long firstNewerNanos(int number) {
    for (int newer = number + 1; newer <= last; newer++) {
      if (nanosOfNumber[newer] != NEVER) {
        return nanosOfNumber[newer];
      }
    }
    return NEVER;
  }
}
