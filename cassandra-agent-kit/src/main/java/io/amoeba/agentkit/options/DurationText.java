package io.amoeba.agentkit.options;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations in options and in log lines: a whole number with its unit, as in {@code 250us}, {@code
 * 250ms}, {@code 60s} or {@code 1h}. Stateless.
 */
public final class DurationText {

  private static final Map<String, Duration> UNITS = units();

  /** Parts of a number may be set apart as YAML does it; a leading zero is octal to some. */
  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("(0|[1-9](?:_?[0-9])*)\\s*(us|ms|s|m|h|d)?");

  private DurationText() {}

  private static Map<String, Duration> units() {
    Map<String, Duration> descending = new LinkedHashMap<>();
    descending.put("d", Duration.ofDays(1));
    descending.put("h", Duration.ofHours(1));
    descending.put("m", Duration.ofMinutes(1));
    descending.put("s", Duration.ofSeconds(1));
    descending.put("ms", Duration.ofMillis(1));
    descending.put("us", Duration.of(1, ChronoUnit.MICROS));
    return descending;
  }

  /** Empty for a number without a unit, except 0, and for any other text that is no duration. */
  static Optional<Duration> parse(String text) {
    Matcher parts = NUMBER_AND_UNIT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String number = parts.group(1).replace("_", "");
    Duration unit = parts.group(2) == null ? null : UNITS.get(parts.group(2));
    if (unit == null) {
      return number.equals("0") ? Optional.of(Duration.ZERO) : Optional.empty();
    }
    try {
      return Optional.of(unit.multipliedBy(Long.parseLong(number)));
    } catch (NumberFormatException | ArithmeticException tooLarge) {
      return Optional.empty();
    }
  }

  /** Whether it is no whole number of milliseconds. */
  static boolean needsMicros(Duration duration) {
    return duration.toNanosPart() % Duration.ofMillis(1).toNanos() != 0;
  }

  /**
   * In the largest unit of which it is a whole number. Fractions of a millisecond are cut off, and
   * of a microsecond below one.
   */
  public static String of(Duration duration) {
    ChronoUnit smallest = duration.toMillis() == 0 ? ChronoUnit.MICROS : ChronoUnit.MILLIS;
    Duration whole = duration.truncatedTo(smallest);
    if (whole.isZero()) {
      return "0s";
    }
    return UNITS.entrySet().stream()
        .filter(
            unit -> unit.getValue().multipliedBy(whole.dividedBy(unit.getValue())).equals(whole))
        .map(unit -> whole.dividedBy(unit.getValue()) + unit.getKey())
        .findFirst()
        .orElseThrow();
  }
}
