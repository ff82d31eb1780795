package io.amoeba.coordinator.cli;

import io.amoeba.coordinator.text.DurationText;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The notation of times and parts in options: {@code 90s}, {@code 50%}. Immutable. */
public final class Times implements ITypeConverter<Duration> {
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)%");
  private static final double WHOLE = 100;

  /** Called by picocli. */
  public Times() {}

  @Override
  public Duration convert(String text) {
    return DurationText.parse(text)
        .orElseThrow(() -> new TypeConversionException("use a time such as 90s or 2m"));
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
}
