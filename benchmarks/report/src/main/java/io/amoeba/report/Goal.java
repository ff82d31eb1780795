package io.amoeba.report;

import java.util.function.DoubleFunction;

/**
 * The values of a figure that are wanted. Immutable.
 *
 * @param least in the figure's own unit, as the next one; infinite: no bound
 * @param required whether an experiment fails that does not reach it
 */
public record Goal(double least, double most, boolean required) {
  /** So much, or more. */
  public static Goal atLeast(double least) {
    return new Goal(least, Double.POSITIVE_INFINITY, false);
  }

  /** So much, or less. */
  public static Goal atMost(double most) {
    return new Goal(Double.NEGATIVE_INFINITY, most, false);
  }

  /** From one value to the other. */
  public static Goal between(double least, double most) {
    return new Goal(least, most, false);
  }

  /** This value and no other. */
  public static Goal exactly(double value) {
    return new Goal(value, value, false);
  }

  /** The same goal of an experiment that fails without it. */
  public Goal orFail() {
    return new Goal(least, most, true);
  }

  boolean contains(double value) {
    return value >= least && value <= most;
  }

  /** Whether some value from one to the other is wanted. */
  boolean overlaps(double from, double to) {
    return to >= least && from <= most;
  }

  /** For people: {@code at least x1.00}. */
  String text(DoubleFunction<String> format) {
    if (least == most) {
      return format.apply(least);
    }
    if (Double.isInfinite(most)) {
      return "at least " + format.apply(least);
    }
    return Double.isInfinite(least)
        ? "at most " + format.apply(most)
        : "%s to %s".formatted(format.apply(least), format.apply(most));
  }
}
