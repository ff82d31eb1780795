package io.amoeba.linearroad.job.segment;

import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The exact mean speed of a place in a minute. A vehicle with c reports of speed sum s contributes
 * s / c; vehicles with the same c are added up, so index c of {@code sumByReports} has the sum of
 * all their s. Immutable.
 */
public record MinuteSpeeds(long place, int minute, int vehicles, long[] sumByReports) {
  /** The mean over the vehicles, rounded to a double. */
  double mean() {
    double sum = 0;
    for (int c = 1; c < sumByReports.length; c++) {
      sum += (double) sumByReports[c] / c;
    }
    return sum / vehicles;
  }

  /** The same, exact. */
  BigFraction exactMean() {
    BigFraction sum = BigFraction.ZERO;
    for (int c = 1; c < sumByReports.length; c++) {
      sum = sum.add(BigFraction.of(sumByReports[c], c));
    }
    return sum.divide(vehicles);
  }
}
