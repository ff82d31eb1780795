package io.amoeba.streaming.protocol.pace;

import java.util.OptionalDouble;

/** A mean in which samples fade with time. Confined to one thread. */
final class Smoothed {

  private final double fadeMillis;
  private double value = Double.NaN;
  private long lastMillis;

  /**
   * @param fadeMillis after which a sample weighs a third
   */
  Smoothed(double fadeMillis) {
    this.fadeMillis = fadeMillis;
  }

  /** Takes a sample, if there is one. */
  void add(OptionalDouble sample, long nowMillis) {
    if (sample.isEmpty()) {
      return;
    }
    double weight = 1 - Math.exp((lastMillis - nowMillis) / fadeMillis);
    value =
        Double.isNaN(value)
            ? sample.getAsDouble()
            : value + weight * (sample.getAsDouble() - value);
    lastMillis = nowMillis;
  }

  boolean known() {
    return !Double.isNaN(value);
  }

  double or(double absent) {
    return known() ? value : absent;
  }
}
