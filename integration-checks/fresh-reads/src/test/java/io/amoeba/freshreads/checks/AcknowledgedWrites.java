package io.amoeba.freshreads.checks;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * When the writes of one key were acknowledged, by their numbers. They are written one after the
 * other, so a later one is acknowledged later. One thread records, any may ask.
 */
final class AcknowledgedWrites {
  /** No newer write was acknowledged. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int FIRST_CAPACITY = 1_024;

  // Guarded by this.
  private long[] nanosOfNumber = new long[FIRST_CAPACITY];
  private int last;

  AcknowledgedWrites() {
    Arrays.fill(nanosOfNumber, NEVER);
  }

  /**
   * @param number of the write, from 1; numbers may be left out
   * @param nanos a moment that is not before the acknowledgement
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

  /** When the first write after this one was acknowledged, or {@link #NEVER}. */
  synchronized long firstNewerNanos(int number) {
    for (int newer = number + 1; newer <= last; newer++) {
      if (nanosOfNumber[newer] != NEVER) {
        return nanosOfNumber[newer];
      }
    }
    return NEVER;
  }

  /**
   * Takes back the acknowledgements of all writes but those that survived.
   *
   * @return how many there were
   */
  synchronized int retain(IntPredicate survived) {
    int lost = 0;
    for (int number = 1; number <= last; number++) {
      if (nanosOfNumber[number] != NEVER && !survived.test(number)) {
        nanosOfNumber[number] = NEVER;
        lost++;
      }
    }
    return lost;
  }

  /** Whether a write has been acknowledged at or after this moment. */
  synchronized boolean isAnySince(long nanos) {
    return last > 0 && nanosOfNumber[last] != NEVER && nanosOfNumber[last] - nanos >= 0;
  }
}
