package io.amoeba.coordinator.text;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations in options and in the configuration: a whole number and its unit, such as {@code 250ms}
 * or {@code 60s}. Stateless.
 */
public final class DurationText {

  private static final Pattern DURATION = Pattern.compile("(\\d{1,7})(us|ms|s|m|h)");
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long SECONDS_PER_MINUTE = 60;
  private static final long SECONDS_PER_HOUR = 3_600;

  private DurationText() {}

  /** Empty if the text is no duration. */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "us" -> Duration.ofNanos(amount * NANOS_PER_MICRO);
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          case "m" -> Duration.ofMinutes(amount);
          default -> Duration.ofHours(amount);
        });
  }

  /** In the largest unit of which it is a whole number; what is less than 1 us is cut off. */
  public static String of(Duration duration) {
    if (duration.toNanos() % NANOS_PER_MILLI != 0) {
      return duration.toNanos() / NANOS_PER_MICRO + "us";
    }
    if (duration.toMillis() % MILLIS_PER_SECOND != 0) {
      return duration.toMillis() + "ms";
    }
    long seconds = duration.toSeconds();
    if (seconds == 0 || seconds % SECONDS_PER_MINUTE != 0) {
      return seconds + "s";
    }
    return seconds % SECONDS_PER_HOUR == 0
        ? seconds / SECONDS_PER_HOUR + "h"
        : seconds / SECONDS_PER_MINUTE + "m";
  }
}
