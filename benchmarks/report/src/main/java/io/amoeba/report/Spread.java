package io.amoeba.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Median and range of repeated measurements; NaN without any. Immutable.
 *
 * @param medianFrom start of the 95 % confidence interval of the median, for any distribution; NaN
 *     with fewer than six measurements
 */
public record Spread(
    double median, double least, double greatest, double medianFrom, double medianTo) {
  /** Without measurements. */
  public static final Spread NONE = of(List.of());

  /** Width of the interval, in standard deviations of the number of values below the median. */
  private static final double DEVIATIONS = 1.96;

  /** With fewer values even their range is too narrow for the interval. */
  private static final int FEWEST = 6;

  /** Of these values without NaN. */
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
    int low = (int) Math.floor((sorted.length - DEVIATIONS * Math.sqrt(sorted.length)) / 2);
    return new Spread(median, sorted[0], sorted[last], sorted[low], sorted[last - low]);
  }

  /** Whether the confidence interval is known. */
  public boolean isConfident() {
    return !Double.isNaN(medianFrom);
  }

  /** Distance of the extremes, as a fraction of the median. */
  public double relative() {
    return (greatest - least) / median;
  }
}
