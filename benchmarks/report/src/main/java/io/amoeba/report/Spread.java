package io.amoeba.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * What repeated measurements say of a quantity; NaN without any. Immutable.
 *
 * @param medianFrom between it and {@code medianTo} the median is in 95 of 100 cases, whatever the
 *     distribution; NaN with fewer than six measurements
 */
public record Spread(
    double median, double least, double greatest, double medianFrom, double medianTo) {
  /** Nothing was measured. */
  public static final Spread NONE = of(List.of());

  /** So many standard deviations of the number of values below the median are left out. */
  private static final double DEVIATIONS = 1.96;

  /** With fewer even the extremes are not far enough apart. */
  private static final int FEWEST = 6;

  /** Of these values; those that are NaN do not count. */
  public static Spread of(Collection<Double> values) {
    double[] sorted =
        values.stream().mapToDouble(Double::doubleValue).filter(v -> !Double.isNaN(v)).toArray();
    if (sorted.length == 0) {
      return new Spread(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    int last = sorted.length - 1;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    if (sorted.length < FEWEST) {
      return new Spread(median, sorted[0], sorted[last], Double.NaN, Double.NaN);
    }
    // By the values whose ranks are so far from the middle one's.
    int low = (int) Math.floor((sorted.length - DEVIATIONS * Math.sqrt(sorted.length)) / 2);
    return new Spread(median, sorted[0], sorted[last], sorted[low], sorted[last - low]);
  }

  /** Whether there were enough measurements to say where the median is. */
  public boolean isConfident() {
    return !Double.isNaN(medianFrom);
  }

  /** How far the extremes are apart, as a part of the median. */
  public double relative() {
    return (greatest - least) / median;
  }
}
