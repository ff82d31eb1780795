package io.amoeba.experiments.usage;

/**
 * Reads, or writes, that a disk has done until a moment. Immutable.
 *
 * @param operations done
 * @param millis how long all of them took, one by one, queues of the disk included
 */
public record DiskWork(long operations, long millis) {
  static final DiskWork NONE = new DiskWork(0, 0);

  // Between them are what was merged, and sectors.
  private static final int MILLIS_AFTER_OPERATIONS = 3;

  /**
   * Of a line of {@code /proc/diskstats}.
   *
   * @param first index of the word with the number of operations
   */
  static DiskWork parse(String[] words, int first) {
    return new DiskWork(
        Long.parseLong(words[first]), Long.parseLong(words[first + MILLIS_AFTER_OPERATIONS]));
  }

  /** How long each took on average since an earlier state; NaN if there was none. */
  double millisPerOperation(DiskWork earlier) {
    return (millis - earlier.millis) / (double) (operations - earlier.operations);
  }
}
