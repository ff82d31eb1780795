package io.amoeba.report;

import java.util.Locale;

/** Numbers as text; NaN becomes a dash. Stateless. */
public final class Numbers {
  private static final String UNKNOWN = "-";
  private static final double WHOLE = 100;

  private Numbers() {}

  /** A fraction in percent. */
  public static String percent(double part) {
    return Double.isNaN(part) ? UNKNOWN : String.format(Locale.ROOT, "%.2f %%", part * WHOLE);
  }

  public static String whole(double value) {
    return Double.isNaN(value) ? UNKNOWN : String.format(Locale.ROOT, "%,.0f", value);
  }

  public static String decimals(double value, int digits) {
    return Double.isNaN(value) ? UNKNOWN : String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /** A multiple: {@code x1.50}. */
  public static String ratio(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "x%.2f", value) : UNKNOWN;
  }

  /** The quotient: {@code x1.50}. */
  public static String factor(double before, double after) {
    return before == 0 ? UNKNOWN : ratio(after / before);
  }
}
