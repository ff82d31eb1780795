package io.amoeba.coordinator.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The notation of times and parts in options: {@code 90s}, {@code 50%}. Immutable. */
public final class Times implements ITypeConverter<Duration> {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,7})(us|ms|s|m|h)");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)%");
  private static final double WHOLE = 100;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Called by picocli. */
  public Times() {}

  @Override
  public Duration convert(String text) {
    return duration(text)
        .orElseThrow(() -> new TypeConversionException("use a time such as 90s or 2m"));
  }

  /** A time, if the text is one. */
  public static Optional<Duration> duration(String text) {
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

  /** A part (0 … 1), if the text is a percentage up to 100 %. */
  public static Optional<Double> part(String text) {
    Matcher matcher = PERCENT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    double part = Double.parseDouble(matcher.group(1)) / WHOLE;
    return part <= 1 ? Optional.of(part) : Optional.empty();
  }

  /** In the same notation. */
  static String text(Duration duration) {
    if (duration.toNanos() % NANOS_PER_MILLI != 0) {
      return duration.toNanos() / NANOS_PER_MICRO + "us";
    }
    return duration.toMillis() % 1_000 == 0
        ? duration.toSeconds() + "s"
        : duration.toMillis() + "ms";
  }
}
