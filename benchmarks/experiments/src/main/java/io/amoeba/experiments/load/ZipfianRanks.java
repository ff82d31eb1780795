package io.amoeba.experiments.load;

/**
 * Draws ranks by Zipf's law: rank 0 is the most popular of {@code items}, and rank r is drawn
 * (r+1)^theta times as rarely. Immutable.
 */
public final class ZipfianRanks {
  /*
   * Algorithm of Gray et al., "Quickly generating billion-record synthetic databases", SIGMOD 1994,
   * section 3.2, as YCSB uses it. Theta is YCSB's constant.
   */
  static final double THETA = 0.99;

  private static final double ALPHA = 1 / (1 - THETA);

  private final long items;
  private final double zeta;
  private final double eta;

  public ZipfianRanks(long items) {
    if (items < 2) {
      throw new IllegalArgumentException("items is " + items + ": use 2 or more");
    }
    this.items = items;
    this.zeta = zeta(items);
    this.eta = (1 - Math.pow(2.0 / items, 1 - THETA)) / (1 - zeta(2) / zeta);
  }

  private static double zeta(long items) {
    double sum = 0;
    for (long i = 1; i <= items; i++) {
      sum += 1 / Math.pow(i, THETA);
    }
    return sum;
  }

  /** The rank, 0 to {@code items - 1}, of a number that is uniform in [0, 1). */
  public long rank(double uniform) {
    double scaled = uniform * zeta;
    if (scaled < 1) {
      return 0;
    }
    if (scaled < 1 + Math.pow(0.5, THETA)) {
      return 1;
    }
    return Math.min(items - 1, (long) (items * Math.pow(eta * uniform - eta + 1, ALPHA)));
  }
}
