package io.amoeba.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A measured figure, defined once: tables, JSON, pages and verdicts take it from here. Immutable.
 *
 * @param <R> result that has the figure
 * @param name key in JSON
 * @param title heading of a column, and name in a claim
 * @param unit such as {@code ops/s}; may be empty
 * @param figure of a result; NaN: unknown
 * @param openEnded results whose figure is a lower bound, because the measurement ended first
 * @param target null: the figure is compared with nothing
 */
public record Measure<R>(
    String name,
    String title,
    String unit,
    DoubleFunction<String> format,
    ToDoubleFunction<R> figure,
    Predicate<R> openEnded,
    @Nullable Target target) {
  /** Noise of a figure that fewer than six measurements cannot decide. */
  public static final double UNKNOWN_NOISE = Double.NaN;

  /** Noise of an exact count. */
  public static final double EXACT = 0;

  /**
   * The target of a figure.
   *
   * @param noise distance between equal measurements, in the figure's own unit: {@link #EXACT},
   *     {@link #UNKNOWN_NOISE}, or half of the range of equal runs
   * @param paper the paper's figure and its source; empty: none
   */
  public record Target(Goal goal, double noise, String paper) {}

  /** A figure without a target. */
  public static <R> Measure<R> of(
      String name,
      String title,
      String unit,
      DoubleFunction<String> format,
      ToDoubleFunction<R> figure) {
    return new Measure<>(name, title, unit, format, figure, result -> false, null);
  }

  /** Shown without decimals. */
  public static <R> Measure<R> whole(
      String name, String title, String unit, ToDoubleFunction<R> figure) {
    return of(name, title, unit, Numbers::whole, figure);
  }

  /** A fraction, shown in percent. */
  public static <R> Measure<R> percent(String name, String title, ToDoubleFunction<R> figure) {
    return of(name, title, "", Numbers::percent, figure);
  }

  /** Shown as {@code x1.50}. */
  public static <R> Measure<R> ratio(String name, String title, ToDoubleFunction<R> figure) {
    return of(name, title, "", Numbers::ratio, figure);
  }

  /** Shown with so many decimals. */
  public static <R> Measure<R> decimals(
      int digits, String name, String title, String unit, ToDoubleFunction<R> figure) {
    return of(name, title, unit, value -> Numbers.decimals(value, digits), figure);
  }

  /** The same figure, whose value is a lower bound for these results. */
  public Measure<R> openEnded(Predicate<R> results) {
    return new Measure<>(name, title, unit, format, figure, results, target);
  }

  /** The same figure with a goal; for the parameters see {@link Target}. */
  public Measure<R> target(Goal goal, double noise, String paper) {
    return new Measure<>(
        name, title, unit, format, figure, openEnded, new Target(goal, noise, paper));
  }

  public Measure<R> titled(String other) {
    return new Measure<>(name, other, unit, format, figure, openEnded, target);
  }

  /** The same figure of results that contain such a result. */
  public <S> Measure<S> within(Function<S, R> part) {
    return new Measure<>(
        name,
        title,
        unit,
        format,
        whole -> figure.applyAsDouble(part.apply(whole)),
        whole -> openEnded.test(part.apply(whole)),
        target);
  }

  /** A cell of a table; {@code >} marks a lower bound. */
  public String cell(R result) {
    return (openEnded.test(result) ? ">" : "") + format.apply(figure.applyAsDouble(result));
  }

  public Spread spread(List<R> results) {
    return Spread.of(results.stream().map(figure::applyAsDouble).toList());
  }

  /** Median and extremes of repeated measurements, as text. */
  public String spreadCell(List<R> results) {
    Spread spread = spread(results);
    return "%s (%s-%s)"
        .formatted(
            format.apply(spread.median()),
            format.apply(spread.least()),
            format.apply(spread.greatest()));
  }

  /** The figures of a result by name, in their order. */
  public static <R> Map<String, Double> values(List<Measure<R>> measures, R result) {
    Map<String, Double> values = new LinkedHashMap<>();
    measures.forEach(measure -> values.put(measure.name, measure.figure.applyAsDouble(result)));
    return values;
  }
}
