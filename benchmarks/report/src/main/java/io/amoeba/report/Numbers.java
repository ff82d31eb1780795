package io.amoeba.report;

import java.util.Locale;

/** Numbers for people; NaN becomes a dash. Stateless. */
public final class Numbers {
  private static final String UNKNOWN = "-";
  private static final double WHOLE = 100;

  private Numbers() {}

  /** A part of 1 in percent. */
  public static String percent(double part) {
    return Double.isNaN(part) ? UNKNOWN : String.format(Locale.ROOT, "%.2f %%", part * WHOLE);
  }

  /** Without decimals. */
  public static String whole(double value) {
    return Double.isNaN(value) ? UNKNOWN : String.format(Locale.ROOT, "%,.0f", value);
  }

  /** How many times more: {@code x1.50}. */
  public static String factor(double before, double after) {
    return Double.isNaN(before) || Double.isNaN(after) || before == 0
        ? UNKNOWN
        : String.format(Locale.ROOT, "x%.2f", after / before);
  }
}
