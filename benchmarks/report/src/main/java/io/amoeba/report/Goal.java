package io.amoeba.report;

import java.util.function.DoubleFunction;

/**
 * The wanted values of a figure, in its own unit. Immutable.
 *
 * @param least lower bound; infinite: none
 * @param most upper bound; infinite: none
 * @param required whether the experiment fails unless the goal is reached
 */
public record Goal(double least, double most, boolean required) {
  public static Goal atLeast(double least) {
    return new Goal(least, Double.POSITIVE_INFINITY, false);
  }

  public static Goal atMost(double most) {
    return new Goal(Double.NEGATIVE_INFINITY, most, false);
  }

  public static Goal between(double least, double most) {
    return new Goal(least, most, false);
  }

  public static Goal exactly(double value) {
    return new Goal(value, value, false);
  }

  /** The same goal, required. */
  public Goal orFail() {
    return new Goal(least, most, true);
  }

  boolean contains(double value) {
    return value >= least && value <= most;
  }

  boolean overlaps(double from, double to) {
    return to >= least && from <= most;
  }

  /** Such as {@code at least x1.00}. */
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
