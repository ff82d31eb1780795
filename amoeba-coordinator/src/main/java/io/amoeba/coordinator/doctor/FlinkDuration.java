package io.amoeba.coordinator.doctor;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads times as Flink's configuration writes them. Stateless. */
final class FlinkDuration {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,15})\\s*(\\p{Alpha}*)");
  private static final long MICROS_PER_MILLI = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;

  private FlinkDuration() {}

  /** Milliseconds, or empty if the text is no time. */
  static OptionalLong millis(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
      case "", "ms", "milli", "millis", "millisecond", "milliseconds" -> OptionalLong.of(amount);
      case "ns", "nano", "nanos", "nanosecond", "nanoseconds" ->
          OptionalLong.of(amount / NANOS_PER_MILLI);
      case "us", "micro", "micros", "microsecond", "microseconds" ->
          OptionalLong.of(amount / MICROS_PER_MILLI);
      case "s", "sec", "secs", "second", "seconds" -> OptionalLong.of(amount * SECOND);
      case "m", "min", "minute", "minutes" -> OptionalLong.of(amount * MINUTE);
      case "h", "hour", "hours" -> OptionalLong.of(amount * HOUR);
      case "d", "day", "days" -> OptionalLong.of(amount * 24 * HOUR);
      default -> OptionalLong.empty();
    };
  }
}
