package io.amoeba.freshreads.read;

/**
 * Limits the reads that are asked twice to a tenth of all, so that a slow replica does not double
 * the load of its primary. Confined to the timer's thread.
 */
final class HedgeBudget {
  private static final double PART = 0.1;
  private static final double MOST = 100;

  private double left = MOST / 10;
  private long seenReads;

  /**
   * @param reads at replicas until now
   */
  void refill(long reads) {
    left = Math.min(left + PART * (reads - seenReads), MOST);
    seenReads = reads;
  }

  boolean take() {
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }
}
