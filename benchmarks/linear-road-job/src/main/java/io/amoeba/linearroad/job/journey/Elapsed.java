package io.amoeba.linearroad.job.journey;

import java.math.BigInteger;

/**
 * A sum of times 3600 / LAV in seconds, exact: journeys are too rare for anything faster than big
 * integers, whose size the least common multiple of the speeds bounds. Mutable, confined to one
 * thread.
 */
final class Elapsed {
  private static final int SECONDS_PER_HOUR = 3_600;

  private BigInteger numerator = BigInteger.ZERO;
  private BigInteger denominator = BigInteger.ONE;

  /** Adds the time for one mile at a speed in miles per hour, of at least 1. */
  void addMileAt(int speed) {
    BigInteger divisor = BigInteger.valueOf(speed);
    BigInteger common = denominator.divide(denominator.gcd(divisor)).multiply(divisor);
    numerator =
        numerator
            .multiply(common.divide(denominator))
            .add(BigInteger.valueOf(SECONDS_PER_HOUR).multiply(common.divide(divisor)));
    denominator = common;
  }

  int wholeMinutes() {
    return numerator.divide(denominator).intValueExact() / 60;
  }

  long secondsRoundedUp() {
    return numerator.add(denominator).subtract(BigInteger.ONE).divide(denominator).longValueExact();
  }
}
