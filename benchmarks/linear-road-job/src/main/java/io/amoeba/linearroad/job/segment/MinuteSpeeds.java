package io.amoeba.linearroad.job.segment;

import java.math.BigInteger;

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

  /** A common denominator of all parts of the exact mean. */
  BigInteger denominator() {
    BigInteger common = BigInteger.ONE;
    for (int c = 2; c < sumByReports.length; c++) {
      if (sumByReports[c] != 0) {
        BigInteger count = BigInteger.valueOf(c);
        common = common.divide(common.gcd(count)).multiply(count);
      }
    }
    return common.multiply(BigInteger.valueOf(vehicles));
  }

  /** The exact mean times a multiple of {@link #denominator()}. */
  BigInteger numerator(BigInteger denominator) {
    BigInteger perVehicle = denominator.divide(BigInteger.valueOf(vehicles));
    BigInteger sum = BigInteger.ZERO;
    for (int c = 1; c < sumByReports.length; c++) {
      if (sumByReports[c] != 0) {
        BigInteger weight = perVehicle.divide(BigInteger.valueOf(c));
        sum = sum.add(weight.multiply(BigInteger.valueOf(sumByReports[c])));
      }
    }
    return sum;
  }
}
