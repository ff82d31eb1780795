package io.amoeba.agentkit.options;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Units of an option's number, as cassandra.yaml writes them. Sizes and rates need theirs, but for
 * 0; a percentage may stand without.
 */
public enum OptionUnit {
  NONE("", 1, Map.of()),
  PERCENT("percent", 1, Map.of("%", 1L)),
  KIB("KiB", 1L << 10, Units.SIZES),
  MIB_PER_SECOND("MiB/s", 1L << 20, Units.RATES);

  /** Parts of a number may be set apart as YAML does it; a leading zero is octal to some. */
  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("(-?(?:0|[1-9](?:_?[0-9])*))\\s*([^0-9_\\s]*)");

  private final String name;
  private final long own;
  private final Map<String, Long> units;

  OptionUnit(String name, long own, Map<String, Long> units) {
    this.name = name;
    this.own = own;
    this.units = units;
  }

  /** The number in this unit; empty if it is none, has another unit, or is not a whole one. */
  public OptionalLong parse(String text) {
    Matcher parts = NUMBER_AND_UNIT.matcher(text);
    if (!parts.matches()) {
      return OptionalLong.empty();
    }
    String unit = parts.group(2);
    try {
      long number = Long.parseLong(parts.group(1).replace("_", ""));
      boolean alone = unit.isEmpty() && (own == 1 || number == 0);
      Long factor = alone ? Long.valueOf(own) : units.get(unit);
      if (factor == null) {
        return OptionalLong.empty();
      }
      if (factor == own) {
        return OptionalLong.of(number);
      }
      long smallest = Math.multiplyExact(number, factor);
      return smallest % own == 0 ? OptionalLong.of(smallest / own) : OptionalLong.empty();
    } catch (NumberFormatException | ArithmeticException tooLarge) {
      return OptionalLong.empty();
    }
  }

  /** Behind "a whole number 1 … 10". */
  String wanted() {
    if (units.isEmpty()) {
      return "";
    }
    return own == 1
        ? " of " + name + ", with or without " + String.join(", ", units.keySet())
        : " of %s, with its unit: %s".formatted(name, String.join(", ", units.keySet()));
  }

  private static final class Units {
    static final Map<String, Long> SIZES = sizes("");
    static final Map<String, Long> RATES = sizes("/s");

    private static Map<String, Long> sizes(String end) {
      Map<String, Long> bytes = new LinkedHashMap<>();
      bytes.put("B" + end, 1L);
      bytes.put("KiB" + end, 1L << 10);
      bytes.put("MiB" + end, 1L << 20);
      bytes.put("GiB" + end, 1L << 30);
      return bytes;
    }
  }
}
