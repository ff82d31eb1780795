package io.amoeba.experiments;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.amoeba.report.Measure;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers by name: figures of a run, or counters and gauges sampled at a moment. As JSON, an
 * object. Immutable.
 */
public record Values(Map<String, Double> all) {
  /** Nothing is known. */
  public static final Values NONE = new Values(Map.of());

  private static final String AT = "atSeconds";
  private static final double MILLIS_PER_SECOND = 1e3;

  /** Copies the numbers in their order. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Values {
    all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
  }

  @JsonValue
  @Override
  public Map<String, Double> all() {
    return all;
  }

  /** A sample; time in seconds since 1970. */
  public static Values at(double atSeconds, Map<String, ? extends Number> numbers) {
    Map<String, Double> all = new LinkedHashMap<>();
    all.put(AT, atSeconds);
    numbers.forEach((name, number) -> all.put(name, number.doubleValue()));
    return new Values(all);
  }

  /** The present time, in seconds since 1970. */
  public static double nowSeconds() {
    return System.currentTimeMillis() / MILLIS_PER_SECOND;
  }

  /** The number of this name; NaN: not known. */
  public double get(String name) {
    return all.getOrDefault(name, Double.NaN);
  }

  /** When it was sampled, or the time between two samples. */
  public double atSeconds() {
    return get(AT);
  }

  /** One number over another; NaN if that is 0. */
  public double ratio(String part, String whole) {
    return get(whole) == 0 ? Double.NaN : get(part) / get(whole);
  }

  /** What was counted since an earlier sample; the time is that between both. */
  public Values since(Values earlier) {
    Map<String, Double> differences = new LinkedHashMap<>(all);
    differences.replaceAll((name, number) -> number - earlier.all.getOrDefault(name, 0.0));
    return new Values(differences);
  }

  /** The samples from a moment on. */
  public static List<Values> since(List<Values> samples, double from) {
    return samples.stream().filter(sample -> sample.atSeconds() >= from).toList();
  }

  /** The newest sample until a moment. */
  public static Optional<Values> newest(List<Values> samples, double until) {
    return samples.stream()
        .filter(sample -> sample.atSeconds() <= until)
        .reduce((earlier, later) -> later);
  }

  /** What was counted between the newest samples at both moments; NONE if these are the same. */
  public static Values counted(List<Values> samples, double from, double to) {
    return between(
        newest(samples, from).or(() -> samples.stream().findFirst()), newest(samples, to));
  }

  /** What was counted between the first and the last sample of a time; NONE with fewer than two. */
  public static Values within(List<Values> samples, double from, double to) {
    return between(since(samples, from).stream().findFirst(), newest(samples, to));
  }

  private static Values between(Optional<Values> first, Optional<Values> last) {
    return first.isPresent() && last.isPresent() && first.get().atSeconds() < last.get().atSeconds()
        ? last.get().since(first.get())
        : NONE;
  }

  /** A measure of the number of this name, shown without decimals. */
  public static Measure<Values> whole(String name, String title, String unit) {
    return Measure.whole(name, title, unit, values -> values.get(name));
  }

  /** A measure of the number of this name, shown with so many decimals. */
  public static Measure<Values> decimals(int digits, String name, String title, String unit) {
    return Measure.decimals(digits, name, title, unit, values -> values.get(name));
  }

  /** A measure of the number of this name, shown in percent. */
  public static Measure<Values> percent(String name, String title) {
    return Measure.percent(name, title, values -> values.get(name));
  }

  /** A measure of the number of this name, shown as a ratio. */
  public static Measure<Values> ratioOf(String name, String title) {
    return Measure.ratio(name, title, values -> values.get(name));
  }
}
