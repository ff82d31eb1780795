package io.amoeba.agentkit.options;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Options as text, taken one by one; collects all that is wrong, so that it is reported at once.
 * Used once, by one thread.
 */
public final class OptionValues {

  private static final Set<String> ON = Set.of("on", "true", "yes");
  private static final Set<String> OFF = Set.of("off", "false", "no");

  /** Blanks only where a line survives them. */
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[+,\\s]+");

  private final Map<String, OptionValue> values;
  private final List<String> errors;
  private final Set<String> keys = new TreeSet<>();

  OptionValues(Map<String, OptionValue> values, List<String> errors) {
    this.values = new LinkedHashMap<>(values);
    this.errors = new ArrayList<>(errors);
  }

  /** Takes a whole number; {@code absent} when it is not given, or wrong. */
  public long number(String key, long min, long max, long absent) {
    return number(key, OptionUnit.NONE, min, max, absent);
  }

  /** Takes a whole number of a unit, which may be given in others, too. */
  public long number(String key, OptionUnit unit, long min, long max, long absent) {
    String value = take(key);
    if (value == null) {
      return absent;
    }
    OptionalLong number = unit.parse(value);
    if (number.isPresent() && number.getAsLong() >= min && number.getAsLong() <= max) {
      return number.getAsLong();
    }
    errors.add(
        "%s=%s: want a whole number %d … %d%s".formatted(key, value, min, max, unit.wanted()));
    return absent;
  }

  /**
   * Takes a whole number, or a word that stands for none.
   *
   * @return empty for the word; {@code absent} when nothing is given, or something wrong
   */
  public OptionalLong numberOr(String key, String word, long min, long max, OptionalLong absent) {
    String value = take(key);
    if (value == null) {
      return absent;
    }
    if (value.equalsIgnoreCase(word)) {
      return OptionalLong.empty();
    }
    OptionalLong number = OptionUnit.NONE.parse(value);
    if (number.isPresent() && number.getAsLong() >= min && number.getAsLong() <= max) {
      return number;
    }
    errors.add("%s=%s: want %s, or a whole number %d … %d".formatted(key, value, word, min, max));
    return absent;
  }

  /** Takes a duration with its unit; {@code absent} when it is not given, or wrong. */
  public Duration duration(String key, Duration min, Duration max, Duration absent) {
    String value = take(key);
    if (value == null) {
      return absent;
    }
    boolean micros = DurationText.needsMicros(min);
    Optional<Duration> duration = DurationText.parse(value);
    if (duration.isPresent()
        && (micros || !DurationText.needsMicros(duration.get()))
        && duration.get().compareTo(min) >= 0
        && duration.get().compareTo(max) <= 0) {
      return duration.get();
    }
    errors.add(
        "%s=%s: want a duration %s … %s with its unit, %sms, s, m, h or d, as in %s"
            .formatted(
                key,
                value,
                DurationText.of(min),
                DurationText.of(max),
                micros ? "us, " : "",
                DurationText.of(max)));
    return absent;
  }

  /** Takes on or off, or what else YAML has for them. */
  public boolean flag(String key, boolean absent) {
    String value = take(key);
    if (value == null) {
      return absent;
    }
    String word = value.toLowerCase(Locale.ROOT);
    if (!ON.contains(word) && !OFF.contains(word)) {
      errors.add(key + "=" + value + ": want on or off");
    }
    return ON.contains(word);
  }

  /** Takes the name of a constant; case does not matter, nor whether a hyphen is an underscore. */
  public <E extends Enum<E>> E choice(String key, Class<E> type, E absent) {
    String value = take(key);
    if (value == null) {
      return absent;
    }
    Optional<E> choice = ChoiceNames.find(type, value);
    if (choice.isEmpty()) {
      errors.add(key + "=" + value + ": " + ChoiceNames.wanted(type));
    }
    return choice.orElse(absent);
  }

  /**
   * Takes one word; {@code absent} when it is not given, or wrong.
   *
   * @param wanted what it is, for messages
   */
  public String word(String key, Pattern shape, String wanted, String absent) {
    return parsed(
        key,
        value -> Optional.of(value).filter(word -> shape.matcher(word).matches()),
        wanted,
        absent);
  }

  /**
   * Takes what an agent reads itself; {@code absent} when it is not given, or wrong.
   *
   * @param parse empty for what is wrong
   * @param wanted what it is, for messages
   */
  public <T> T parsed(String key, Function<String, Optional<T>> parse, String wanted, T absent) {
    String value = take(key);
    if (value == null) {
      return absent;
    }
    Optional<T> parsed = parse.apply(value);
    if (parsed.isEmpty()) {
      errors.add("%s=%s: want %s".formatted(key, value, wanted));
    }
    return parsed.orElse(absent);
  }

  /**
   * Takes words: a YAML list, or what stands between plus signs, commas or blanks.
   *
   * @param shape of each word
   * @param wanted what a word is, for messages
   */
  public List<String> words(String key, Pattern shape, String wanted) {
    keys.add(key);
    OptionValue value = values.remove(key);
    if (value == null) {
      return List.of();
    }
    List<String> words =
        value.items().stream()
            .flatMap(item -> Arrays.stream(BETWEEN_WORDS.split(item)))
            .filter(word -> !word.isEmpty())
            .toList();
    if (words.isEmpty()) {
      errors.add(key + "=" + value + ": want " + wanted + ", several between +");
    }
    for (String word : words) {
      if (!shape.matcher(word).matches()) {
        errors.add(
            "%s=%s: '%s' is not %s; several stand between +, as in %s=a+b"
                .formatted(key, value, word, wanted, key));
      }
    }
    return words;
  }

  /** Takes the option if it is this word. */
  public boolean is(String key, String word) {
    keys.add(key);
    OptionValue value = values.get(key);
    return value != null
        && value.toString().strip().equalsIgnoreCase(word)
        && values.remove(key) != null;
  }

  private @Nullable String take(String key) {
    keys.add(key);
    OptionValue value = values.remove(key);
    if (value == null) {
      return null;
    }
    if (value.items().size() > 1) {
      errors.add(key + "=" + value + ": want one value, not a list");
      return null;
    }
    return value.items().get(0).strip();
  }

  /** The keys that were asked for until now. */
  public Set<String> keys() {
    return Set.copyOf(keys);
  }

  /** All errors, one line each, with the options that no caller has taken. */
  public List<String> errors() {
    List<String> all = new ArrayList<>(errors);
    values.forEach(
        (key, value) -> all.add(key + "=" + value + ": there is no such option; " + remedy(key)));
    return all.stream().map(OptionValues::printable).toList();
  }

  private String remedy(String key) {
    String letters = letters(key);
    return keys.stream()
        .filter(known -> letters(known).equals(letters))
        .findFirst()
        .map(known -> "it is called " + known)
        .orElse("there are " + String.join(", ", keys));
  }

  private static String letters(String key) {
    return key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** They go to a terminal. */
  private static String printable(String line) {
    return line.replaceAll("\\p{Cntrl}", "?");
  }
}
