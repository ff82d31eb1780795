package io.amoeba.coordinator.upkeep;

import io.amoeba.coordinator.text.PrintableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings by which a server begins its work by itself, and by which a round has to wait.
 * Immutable. Source: Redis' CONFIG GET; the settings are those of Redis 6.2 … 8 and Valkey.
 *
 * @param saves lines of {@code save}; none: it is off
 * @param rewritePercent growth of the append-only file since its last rewrite; 0: off
 * @param rewriteLeastBytes that the append-only file has before it is rewritten
 * @param nodeTimeout {@code cluster-node-timeout}; empty: the server does not tell it
 * @param unknown why they are unknown; empty: they are known
 */
public record Triggers(
    List<SaveTrigger> saves,
    long rewritePercent,
    long rewriteLeastBytes,
    Optional<Duration> nodeTimeout,
    String unknown) {

  /** What {@link #of} reads, one in each CONFIG GET: Redis 6.2 takes no more. */
  public static final List<String> SETTINGS =
      List.of("save", "auto-aof-rewrite-*", "cluster-node-timeout");

  private static final String SAVE = "save";
  private static final String PERCENT = "auto-aof-rewrite-percentage";
  private static final String LEAST_BYTES = "auto-aof-rewrite-min-size";
  private static final String NODE_TIMEOUT = "cluster-node-timeout";

  private static final String NUMBER = "\\d{1,17}";

  /** Redis takes an {@code int}. */
  private static final String MILLIS = "\\d{1,10}";

  /** Redis' own are three. */
  private static final int MOST_SAVES = 64;

  private static final int SHOWN_CHARACTERS = 80;

  public Triggers {
    saves = List.copyOf(saves);
  }

  /**
   * A line of {@code save}.
   *
   * @param seconds that must be over since the last save, not less than 0
   * @param changes of keys that must have come since then, not less than 0
   */
  public record SaveTrigger(long seconds, long changes) {
    @Override
    public String toString() {
      return SAVE + " " + seconds + " " + changes;
    }
  }

  /** Unknown triggers, and why. */
  public static Triggers unknown(String reason) {
    return new Triggers(List.of(), 0, 0, Optional.empty(), shown(reason));
  }

  /** Reads settings by their names; unusable ones are unknown triggers. */
  public static Triggers of(Map<String, String> settings) {
    for (String name : List.of(SAVE, PERCENT, LEAST_BYTES)) {
      if (!settings.containsKey(name)) {
        return unknown("the server does not tell its setting " + name);
      }
    }
    List<String> numbers = List.of(settings.getOrDefault(SAVE, "").strip().split("\\s+"));
    boolean off = numbers.equals(List.of(""));
    List<SaveTrigger> saves = new ArrayList<>();
    if (!off) {
      if (numbers.size() % 2 != 0
          || numbers.size() > 2 * MOST_SAVES
          || numbers.stream().anyMatch(number -> !number.matches(NUMBER))) {
        return unusable(settings, SAVE);
      }
      for (int i = 0; i < numbers.size(); i += 2) {
        saves.add(
            new SaveTrigger(Long.parseLong(numbers.get(i)), Long.parseLong(numbers.get(i + 1))));
      }
    }
    for (String name : List.of(PERCENT, LEAST_BYTES)) {
      if (!settings.getOrDefault(name, "").matches(NUMBER)) {
        return unusable(settings, name);
      }
    }
    return new Triggers(
        saves,
        Long.parseLong(settings.getOrDefault(PERCENT, "0")),
        Long.parseLong(settings.getOrDefault(LEAST_BYTES, "0")),
        Optional.ofNullable(settings.get(NODE_TIMEOUT))
            .filter(millis -> millis.matches(MILLIS))
            .map(millis -> Duration.ofMillis(Long.parseLong(millis))),
        "");
  }

  private static Triggers unusable(Map<String, String> settings, String name) {
    return unknown("%s is '%s'".formatted(name, shown(settings.getOrDefault(name, ""))));
  }

  private static String shown(String text) {
    return PrintableText.line(
        text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…");
  }

  /** Whether they were read. */
  public boolean areKnown() {
    return unknown.isEmpty();
  }
}
