package io.amoeba.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/**
 * Between which values the median of a quantity is in 95 of 100 cases, whatever its distribution;
 * NaN with too few measurements to say so. Immutable.
 */
public record MedianRange(double low, double high) {
  /** So many standard deviations of the number of values below the median are left out. */
  private static final double DEVIATIONS = 1.96;

  /** With fewer even the extremes are not far enough apart. */
  private static final int FEWEST = 6;

  /** Whether there were enough measurements. */
  public boolean isKnown() {
    return !Double.isNaN(low);
  }

  /** Of percents: {@code from 0.2 to 0.9 %}. */
  public String percents() {
    return String.format(Locale.ROOT, "from %.1f to %.1f %%", low, high);
  }

  /**
   * By the values whose ranks are so far from the middle one's. Those that are NaN do not count.
   */
  public static MedianRange of(Collection<Double> values) {
    double[] sorted =
        values.stream().mapToDouble(Double::doubleValue).filter(v -> !Double.isNaN(v)).toArray();
    if (sorted.length < FEWEST) {
      return new MedianRange(Double.NaN, Double.NaN);
    }
    Arrays.sort(sorted);
    int low = (int) Math.floor((sorted.length - DEVIATIONS * Math.sqrt(sorted.length)) / 2);
    return new MedianRange(sorted[low], sorted[sorted.length - 1 - low]);
  }
}
