package io.amoeba.agentkit.options;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Options as text, taken one by one; collects all that is wrong, so that it is reported at once.
 * Used once, by one thread.
 */
public final class OptionValues {

  private final Map<String, String> values;
  private final List<String> errors;

  OptionValues(Map<String, String> values, List<String> errors) {
    this.values = new LinkedHashMap<>(values);
    this.errors = new ArrayList<>(errors);
  }

  /** Takes a whole number; {@code absent} when it is not given, or wrong. */
  public long number(String key, long min, long max, long absent) {
    String value = values.remove(key);
    if (value == null) {
      return absent;
    }
    try {
      long number = Long.parseLong(value.strip());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below, with the numbers out of range.
    }
    errors.add(key + "=" + value + ": want a whole number " + min + " … " + max);
    return absent;
  }

  /** Takes on or off. */
  public boolean flag(String key, boolean absent) {
    String value = values.remove(key);
    if (value == null) {
      return absent;
    }
    if (value.equals("on") || value.equals("true")) {
      return true;
    }
    if (!value.equals("off") && !value.equals("false")) {
      errors.add(key + "=" + value + ": want on or off");
    }
    return false;
  }

  /** Takes the name of a constant, in lower case and with hyphens. */
  public <E extends Enum<E>> E choice(String key, Class<E> type, E absent) {
    String value = values.remove(key);
    if (value == null) {
      return absent;
    }
    Optional<E> choice = ChoiceNames.find(type, value);
    if (choice.isEmpty()) {
      errors.add(key + "=" + value + ": " + ChoiceNames.wanted(type));
    }
    return choice.orElse(absent);
  }

  /** Takes what stands between blanks. */
  public List<String> words(String key) {
    String value = values.remove(key);
    return value == null || value.isBlank() ? List.of() : List.of(value.strip().split("\\s+"));
  }

  /** Takes the option if it has this value. */
  public boolean is(String key, String value) {
    return values.remove(key, value);
  }

  /** What is wrong, one line each, with what nobody has taken. */
  public List<String> errors() {
    List<String> all = new ArrayList<>(errors);
    values.forEach((key, value) -> all.add(key + "=" + value + ": there is no such option"));
    return all;
  }
}
