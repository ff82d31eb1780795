package io.amoeba.coordinator.doctor;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The line of Flink, without the patch. Immutable. */
record FlinkVersion(int major, int minor) {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

  /** As Flink tells it, such as {@code 1.20.5}; empty if that cannot be read. */
  static Optional<FlinkVersion> of(String text) {
    Matcher matcher = TEXT.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new FlinkVersion(
                Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  boolean isAtLeast(int otherMajor, int otherMinor) {
    return major > otherMajor || (major == otherMajor && minor >= otherMinor);
  }
}
