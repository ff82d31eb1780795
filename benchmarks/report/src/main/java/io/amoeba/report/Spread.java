package io.amoeba.report;

import java.util.Arrays;
import java.util.Collection;

/** Median and extremes of repeated measurements; NaN without any. Immutable. */
public record Spread(double median, double least, double greatest) {
  /** Of these values; those that are NaN do not count. */
  public static Spread of(Collection<Double> values) {
    double[] sorted =
        values.stream().mapToDouble(Double::doubleValue).filter(v -> !Double.isNaN(v)).toArray();
    if (sorted.length == 0) {
      return new Spread(Double.NaN, Double.NaN, Double.NaN);
    }
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }

  /** How far the extremes are apart, as a part of the median. */
  public double relative() {
    return (greatest - least) / median;
  }
}
