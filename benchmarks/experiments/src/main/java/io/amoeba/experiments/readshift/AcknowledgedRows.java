package io.amoeba.experiments.readshift;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * The version of each row that was acknowledged last. A row has one update in flight at most, so a
 * replica that has an older version lost an acknowledged write. Safe for concurrent use.
 */
final class AcknowledgedRows {
  private static final int FREE = 0;
  private static final int TAKEN = 1;

  private final AtomicIntegerArray taken;
  private final AtomicIntegerArray changed;

  // An element belongs to whoever has taken the row.
  private final long[] acknowledged;
  private final long[] written;

  /** None of them was updated. */
  AcknowledgedRows(int rows) {
    taken = new AtomicIntegerArray(rows);
    changed = new AtomicIntegerArray(rows);
    acknowledged = new long[rows];
    written = new long[rows];
  }

  /** Takes a row for one update; false: it has one in flight. */
  boolean take(int row) {
    return taken.compareAndSet(row, FREE, TAKEN);
  }

  /** The version for the update of a taken row: larger than all before, answered or not. */
  long next(int row) {
    return ++written[row];
  }

  /** The update of a taken row has ended. */
  void ended(int row, boolean acknowledgedIt) {
    if (acknowledgedIt) {
      acknowledged[row] = written[row];
      changed.set(row, 1);
    }
    taken.set(row, FREE);
  }

  /** Rows with an update that was acknowledged since they were last checked. */
  int[] open() {
    return IntStream.range(0, acknowledged.length).filter(row -> changed.get(row) != 0).toArray();
  }

  /**
   * Compares a row, not taken, with what replicas hold; a loss counts once.
   *
   * @param version of the newest copy; -1: there is no row
   * @return whether the update that was acknowledged last is missing
   */
  boolean isLost(int row, long version) {
    changed.set(row, 0);
    boolean lost = version < acknowledged[row];
    acknowledged[row] = Math.min(acknowledged[row], version);
    return lost;
  }
}
