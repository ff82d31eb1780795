package io.amoeba.staleness;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * When the writes of one key were acknowledged, by their numbers. They are written one after the
 * other, so a later one is acknowledged later. Moments are those of {@link System#nanoTime}. Safe
 * for concurrent use.
 */
public final class Acknowledgements {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int FIRST_CAPACITY = 1_024;

  // Guarded by this; NEVER where no acknowledgement came.
  private long[] nanosOfNumber = new long[FIRST_CAPACITY];
  private int last;

  /** Of no write so far. */
  public Acknowledgements() {
    Arrays.fill(nanosOfNumber, NEVER);
  }

  /**
   * Remembers the acknowledgement of a write.
   *
   * @param number of the write, from 1; numbers may be left out
   * @param nanos a moment that is not before the acknowledgement
   */
  public synchronized void acknowledge(int number, long nanos) {
    int capacity = nanosOfNumber.length;
    if (number >= capacity) {
      nanosOfNumber = Arrays.copyOf(nanosOfNumber, Math.max(number + 1, 2 * capacity));
      Arrays.fill(nanosOfNumber, capacity, nanosOfNumber.length, NEVER);
    }
    nanosOfNumber[number] = nanos;
    last = Math.max(last, number);
  }

  /**
   * How long before a moment the first newer write was acknowledged; 0: none was.
   *
   * @param number of the newest write that an answer contains; 0: none
   * @param nanos a moment that is not after the hand-over of the answer
   */
  public synchronized long staleNanos(int number, long nanos) {
    for (int newer = number + 1; newer <= last; newer++) {
      if (nanosOfNumber[newer] != NEVER) {
        return Math.max(0, nanos - nanosOfNumber[newer]);
      }
    }
    return 0;
  }

  /**
   * Takes back the acknowledgements of all writes but those that survived.
   *
   * @return how many there were
   */
  public synchronized int retain(IntPredicate survived) {
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
  public synchronized boolean isAnySince(long nanos) {
    return last > 0 && nanosOfNumber[last] != NEVER && nanosOfNumber[last] - nanos >= 0;
  }
}
