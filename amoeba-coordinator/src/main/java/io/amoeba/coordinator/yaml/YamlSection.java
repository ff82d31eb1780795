package io.amoeba.coordinator.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.text.ByteSize;
import io.amoeba.coordinator.text.DurationText;
import io.amoeba.coordinator.text.MaskedSecrets;
import io.amoeba.coordinator.text.PrintableText;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One mapping of the file: reads values by key, adds a problem for each that cannot be used, and
 * for each key that nobody asked for. A value that cannot be used is read as its default. Confined
 * to the reading thread.
 */
public final class YamlSection {

  private static final String NO_LIMIT = "no limit";

  private final String path;
  private final JsonNode node;
  private final ConfigContext context;
  private final SortedSet<String> known = new TreeSet<>();

  /**
   * A section.
   *
   * @param path before its keys, such as {@code plans.}
   */
  public YamlSection(String path, JsonNode node, ConfigContext context) {
    this.path = path;
    this.node = node;
    this.context = context;
    if (!node.isObject() && !node.isMissingNode() && !node.isNull()) {
      problem("", shown(node), "a mapping of keys to values", "Indent its keys below it.");
    }
  }

  /** What all sections of the file share. */
  public ConfigContext context() {
    return context;
  }

  public boolean has(String key) {
    known.add(key);
    return node.hasNonNull(key);
  }

  public boolean isMapping(String key) {
    return value(key).isObject();
  }

  public YamlSection section(String key) {
    return new YamlSection(path + key + ".", value(key), context);
  }

  /** The mappings of a list. */
  public List<YamlSection> sections(String key) {
    List<YamlSection> sections = new ArrayList<>();
    JsonNode list = value(key);
    if (!list.isMissingNode() && !list.isArray()) {
      problem(key, shown(list), "a list", "Start each element with '- '.");
    }
    for (int i = 0; i < list.size(); i++) {
      sections.add(new YamlSection(path + key + "[" + i + "].", list.get(i), context));
    }
    return sections;
  }

  /** A text that is not blank, without white space around it. */
  public Optional<String> text(String key) {
    setting(key, "", "");
    JsonNode value = value(key);
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    if (value.isValueNode() && !value.asText().isBlank()) {
      return Optional.of(value.asText().strip());
    }
    problem(key, shown(value), "a text that is not empty", "Write a value or remove the key.");
    return Optional.empty();
  }

  /** A text that must be there; an empty one if it is not. */
  public String required(String key, String allowed, String remedy) {
    if (value(key).isMissingNode()) {
      problem(key, "missing", allowed, remedy);
    }
    return text(key).orElse("");
  }

  /**
   * One of several words.
   *
   * @param words two or more
   * @param absent one of them
   */
  public String oneOf(String key, List<String> words, String absent, String remedy) {
    setting(key, quoted(words), "`" + absent + "`");
    String text = text(key).orElse(absent);
    if (words.contains(text)) {
      return text;
    }
    String last = words.get(words.size() - 1);
    String others = String.join(", ", words.subList(0, words.size() - 1));
    problem(key, "'" + text + "'", others + " or " + last, remedy);
    return absent;
  }

  /**
   * Some of several words.
   *
   * @param words two or more
   * @param absent some of them; none: an empty list
   */
  public List<String> someOf(String key, List<String> words, List<String> absent, String remedy) {
    setting(key, "list of " + quoted(words), absent.isEmpty() ? "empty" : quoted(absent));
    if (!has(key)) {
      return absent;
    }
    List<String> texts = texts(key);
    List<String> unknown = texts.stream().filter(text -> !words.contains(text)).toList();
    for (String text : unknown) {
      problem(key, "'" + text + "'", "a list of " + String.join(", ", words), remedy);
    }
    return unknown.isEmpty() ? texts : absent;
  }

  private static String quoted(List<String> words) {
    return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
  }

  /** A list of texts; an empty one if there is none. */
  public List<String> texts(String key) {
    setting(key, "", "");
    JsonNode value = value(key);
    List<String> texts = new ArrayList<>();
    boolean usable = value.isMissingNode() || value.isArray();
    for (JsonNode element : value) {
      usable &= element.isValueNode() && !element.asText().isBlank();
      texts.add(element.asText().strip());
    }
    if (!usable) {
      problem(key, shown(value), "a list of texts", "Write it as [first, second].");
      return List.of();
    }
    return texts;
  }

  /** Whether there is a list without an element. */
  public boolean isEmptyList(String key) {
    JsonNode value = value(key);
    return value.isArray() && value.isEmpty();
  }

  /** A mapping of keys to texts, numbers or truth values, all of which are known. */
  public Map<String, String> values(String key) {
    setting(key, "", "");
    JsonNode mapping = value(key);
    Map<String, String> values = new LinkedHashMap<>();
    boolean usable = mapping.isMissingNode() || mapping.isObject();
    for (Map.Entry<String, JsonNode> entry : mapping.properties()) {
      usable &= entry.getValue().isValueNode() && !entry.getValue().isNull();
      values.put(entry.getKey(), entry.getValue().asText());
    }
    if (!usable) {
      problem(key, shown(mapping), "a mapping of keys to values", "Write it as {key: value}.");
      return Map.of();
    }
    return values;
  }

  /**
   * Adds a problem if an address holds a user or a password, which every message with the address
   * would tell; it is not shown.
   */
  public boolean refusesLogin(String key, String address, String remedy) {
    boolean refused = address.indexOf('@') >= 0;
    if (refused) {
      problem(key, "an address with a user or a password", "an address alone", remedy);
    }
    return refused;
  }

  /** {@code host:port} of servers, as they announce themselves. */
  public Set<String> addresses(String key) {
    Set<String> addresses = new HashSet<>();
    for (String text : texts(key)) {
      if (refusesLogin(key, text, "CLUSTER NODES shows what to write.")) {
        continue;
      }
      Optional<ServerAddress> address = ServerAddress.parse(text);
      if (address.isEmpty()) {
        problem(
            key,
            "'" + text + "'",
            "a list of host:port, as the primaries announce themselves",
            "CLUSTER NODES shows them; write an IPv6 address in brackets.");
      }
      address.ifPresent(found -> addresses.add(found.toString()));
    }
    return addresses;
  }

  public boolean bool(String key, boolean absent) {
    setting(key, "`true`, `false`", "`" + absent + "`");
    JsonNode value = value(key);
    if (!value.isMissingNode() && !value.isBoolean()) {
      problem(key, shown(value), "true or false", "Default: " + absent + ".");
    }
    return value.asBoolean(absent);
  }

  public int number(String key, int min, int max, int absent) {
    setting(key, range(min, max), String.valueOf(absent));
    return integer(key, min, max, "Default: " + absent + ".").orElse(absent);
  }

  /** A number that limits something; empty: no limit. */
  public OptionalInt limit(String key, int min, int max) {
    setting(key, range(min, max), NO_LIMIT);
    return integer(key, min, max, "Remove the key for no limit.");
  }

  private static String range(int min, int max) {
    return min + " …" + (max == Integer.MAX_VALUE ? "" : " " + max);
  }

  private OptionalInt integer(String key, int min, int max, String remedy) {
    JsonNode value = value(key);
    if (value.isMissingNode()) {
      return OptionalInt.empty();
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < min
        || value.intValue() > max) {
      problem(key, shown(value), "a whole number, " + min + " … " + max, remedy);
      return OptionalInt.empty();
    }
    return OptionalInt.of(value.intValue());
  }

  /** A size that limits something, in bytes, 1 or more; empty: no limit. */
  public OptionalLong sizeLimit(String key, String remedy) {
    setting(key, "1B …", NO_LIMIT);
    return bytes(key, 1, "8GB", remedy);
  }

  /** A number of bytes, 0 or more. */
  public long size(String key, long absent) {
    String usual = ByteSize.of(absent);
    setting(key, "0B …", usual);
    return bytes(key, 0, usual, "Default: " + usual + ".").orElse(absent);
  }

  private OptionalLong bytes(String key, long min, String example, String remedy) {
    JsonNode value = value(key);
    if (value.isMissingNode()) {
      return OptionalLong.empty();
    }
    OptionalLong bytes = value.isTextual() ? ByteSize.parse(value.asText()) : OptionalLong.empty();
    if (bytes.isEmpty() || bytes.getAsLong() < min) {
      String unit = value.isNumber() ? "Write its unit, such as " + example + ". " : "";
      problem(key, shown(value), "a size, " + min + "B or more, such as " + example, unit + remedy);
      return OptionalLong.empty();
    }
    return bytes;
  }

  /** A part of a whole, 0 … 1. */
  public double share(String key, double absent) {
    return share(key, 0, 1, absent);
  }

  /** A part of a whole, {@code min} … {@code max}. */
  public double share(String key, double min, double max, double absent) {
    String range = number(min) + " … " + number(max);
    setting(key, range, String.valueOf(absent));
    JsonNode value = value(key);
    if (value.isMissingNode()) {
      return absent;
    }
    if (!value.isNumber() || !(value.doubleValue() >= min && value.doubleValue() <= max)) {
      problem(key, shown(value), "a number, " + range, "Default: " + absent + ".");
      return absent;
    }
    return value.doubleValue();
  }

  private static String number(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  public Duration duration(String key, Duration min, Duration max, Duration absent) {
    String range = DurationText.of(min) + " … " + DurationText.of(max);
    String usual = DurationText.of(absent);
    setting(key, range, usual);
    JsonNode value = value(key);
    if (value.isMissingNode()) {
      return absent;
    }
    Optional<Duration> given =
        value.isTextual() ? DurationText.parse(value.asText()) : Optional.empty();
    if (given.isEmpty() || given.get().compareTo(min) < 0 || given.get().compareTo(max) > 0) {
      String unit = value.isNumber() ? "Write its unit, such as " + usual + ". " : "";
      problem(key, shown(value), "a duration, " + range, unit + "Default: " + usual + ".");
      return absent;
    }
    return given.get();
  }

  /** A file below the configuration's directory, or absolute, that exists and is not empty. */
  public Optional<Path> file(String key, String remedy) {
    Optional<Path> file = path(key);
    if (file.isPresent() && !isUsable(file.get())) {
      problem(key, "'" + file.get() + "'", "a readable file that is not empty", remedy);
      return Optional.empty();
    }
    return file;
  }

  /** A path below the configuration's directory, or absolute. */
  public Optional<Path> path(String key) {
    return text(key)
        .flatMap(
            text -> {
              try {
                return Optional.of(context.directory().resolve(text));
              } catch (InvalidPathException e) {
                problem(key, "'" + text + "'", "a path", "Write the path of a file.");
                return Optional.empty();
              }
            });
  }

  /**
   * Adds a problem.
   *
   * @param key within this section; empty: the section itself
   */
  public void problem(String key, String value, String allowed, String remedy) {
    String full = path + key;
    String name = key.isEmpty() && !path.isEmpty() ? path.substring(0, path.length() - 1) : full;
    context.problems().add(new ConfigProblem(name, shownText(value), allowed, shownText(remedy)));
  }

  /** Adds a problem for every key that was not asked for. */
  public void refuseUnknownKeys() {
    if (!node.isObject()) {
      return;
    }
    node.fieldNames()
        .forEachRemaining(
            key -> {
              if (!known.contains(key)) {
                String keys = String.join(", ", known);
                problem(key, "unknown", "one of " + keys, NearestKey.remedy(key, known));
              }
            });
  }

  private void setting(String key, String values, String absent) {
    String full = (path + key).replaceAll("\\[\\d+\\]", "[]");
    context
        .settings()
        .merge(
            full,
            new Setting(full, values, absent),
            (before, now) -> now.values().isEmpty() ? before : now);
  }

  private JsonNode value(String key) {
    known.add(key);
    JsonNode value = node.path(key);
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  private static String shownText(String text) {
    return PrintableText.line(MaskedSecrets.in(text));
  }

  private static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }

  private static boolean isUsable(Path file) {
    return Files.isRegularFile(file) && Files.isReadable(file) && file.toFile().length() > 0;
  }
}
