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

  /** With so many decimals. */
  public static String decimals(double value, int digits) {
    return Double.isNaN(value) ? UNKNOWN : String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /** A multiple: {@code x1.50}. */
  public static String ratio(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "x%.2f", value) : UNKNOWN;
  }

  /** How many times more: {@code x1.50}. */
  public static String factor(double before, double after) {
    return before == 0 ? UNKNOWN : ratio(after / before);
  }
}
