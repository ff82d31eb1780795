package io.amoeba.experiments.leadership;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How often each counter of each record was increased, so that every acknowledged write is known.
 * Safe for concurrent use.
 */
final class Counters {
  /** Counters of a record; one bit of an int for each. */
  static final int OF_EACH = 32;

  private static final int ALL_TAKEN = -1;

  /*
   * An update increases a counter, and its answer is the new value. A counter has one increment in
   * flight at most, so the answer to an acknowledged one must be larger than the answer before: if
   * it is not, writes in between were lost. An increment without an answer may have happened. A
   * larger value is then no error, so a lost write directly behind such an increment is not seen.
   */
  private final AtomicIntegerArray taken;
  private final AtomicIntegerArray increased;

  // An element belongs to whoever has taken the counter.
  private final int[] acknowledged;
  private final LongAdder lost = new LongAdder();

  Counters(int records) {
    taken = new AtomicIntegerArray(records);
    increased = new AtomicIntegerArray(records);
    acknowledged = new int[records * OF_EACH];
  }

  /**
   * Takes a counter for one increment.
   *
   * @param from the first counter to try
   * @return the counter, or -1 if each of the record has an increment in flight
   */
  int take(int record, int from) {
    while (true) {
      int bits = taken.get(record);
      if (bits == ALL_TAKEN) {
        return -1;
      }
      int counter =
          (from + Integer.numberOfTrailingZeros(~Integer.rotateRight(bits, from))) % OF_EACH;
      if (taken.compareAndSet(record, bits, bits | 1 << counter)) {
        return counter;
      }
    }
  }

  /** An increment of a taken counter was acknowledged, with so many of them since the start. */
  void acknowledged(int record, int counter, long increments) {
    note(record, counter, increments, acknowledged[record * OF_EACH + counter] + 1);
    increased.getAndUpdate(record, bits -> bits | 1 << counter);
    free(record, counter);
  }

  private void note(int record, int counter, long increments, long expected) {
    if (increments < expected) {
      lost.add(expected - increments);
    }
    acknowledged[record * OF_EACH + counter] = Math.toIntExact(increments);
  }

  /** An increment of a taken counter has no answer. */
  void failed(int record, int counter) {
    free(record, counter);
  }

  private void free(int record, int counter) {
    taken.getAndUpdate(record, bits -> bits & ~(1 << counter));
  }

  /** Records with a counter that was increased since they were last checked. */
  boolean isOpen(int record) {
    return increased.get(record) != 0;
  }

  /**
   * Compares the counters of a record, none of them taken, with what its server holds.
   *
   * @param increments of each counter; null: the record has no such counter any more
   */
  void check(int record, List<@Nullable Long> increments) {
    for (int counter = 0; counter < OF_EACH; counter++) {
      Long held = increments.get(counter);
      note(record, counter, held == null ? 0 : held, acknowledged[record * OF_EACH + counter]);
    }
    increased.set(record, 0);
  }

  /** Acknowledged writes that were lost, up to now. */
  long lost() {
    return lost.sum();
  }
}
