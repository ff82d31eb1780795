package io.amoeba.coordinator.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers of bytes in the configuration: a whole number and its unit, such as {@code 8GB} (powers
 * of 1000) or {@code 1MiB} (powers of 1024). Stateless.
 */
public final class ByteSize {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})((?:[KMGT]i?)?B)");
  private static final Map<String, Long> UNITS = units();

  private ByteSize() {}

  private static Map<String, Long> units() {
    Map<String, Long> descending = new LinkedHashMap<>();
    long binary = 1L << 40;
    long decimal = 1_000_000_000_000L;
    for (String prefix : new String[] {"T", "G", "M", "K"}) {
      descending.put(prefix + "iB", binary);
      descending.put(prefix + "B", decimal);
      binary >>= 10;
      decimal /= 1_000;
    }
    descending.put("B", 1L);
    return descending;
  }

  /** Empty if the text is no size, or is 2^63 bytes or more. */
  public static OptionalLong parse(String text) {
    Matcher matcher = SIZE.matcher(text);
    Long unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
    if (unit == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Math.multiplyExact(Long.parseLong(matcher.group(1)), unit));
    } catch (ArithmeticException tooLarge) {
      return OptionalLong.empty();
    }
  }

  /** In the largest unit of which it is a whole number. */
  public static String of(long bytes) {
    return UNITS.entrySet().stream()
        .filter(unit -> bytes >= unit.getValue() && bytes % unit.getValue() == 0)
        .map(unit -> bytes / unit.getValue() + unit.getKey())
        .findFirst()
        .orElse(bytes + "B");
  }
}
