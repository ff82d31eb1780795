package io.amoeba.linearroad.reference;

import java.math.BigInteger;

/** A non-negative rational number in lowest terms. Immutable. */
record Fraction(BigInteger numerator, BigInteger denominator) {
  static final Fraction ZERO = new Fraction(BigInteger.ZERO, BigInteger.ONE);

  static Fraction of(long numerator, long denominator) {
    return lowestTerms(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  Fraction plus(Fraction other) {
    return lowestTerms(
        numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
        denominator.multiply(other.denominator));
  }

  Fraction dividedBy(long divisor) {
    return lowestTerms(numerator, denominator.multiply(BigInteger.valueOf(divisor)));
  }

  long roundedDown() {
    return numerator.divide(denominator).longValueExact();
  }

  long roundedUp() {
    return numerator.add(denominator).subtract(BigInteger.ONE).divide(denominator).longValueExact();
  }

  private static Fraction lowestTerms(BigInteger numerator, BigInteger denominator) {
    BigInteger common = numerator.gcd(denominator);
    return new Fraction(numerator.divide(common), denominator.divide(common));
  }
}
