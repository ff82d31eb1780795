package io.amoeba.coordinator.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.amoeba.coordinator.monitor.ServerAddress;
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
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One mapping of the file: reads values by key, adds an error for each that cannot be used, and for
 * each key that nobody asked for. Confined to the reading thread.
 */
final class ConfigSection {

  private static final String FILE = "File";
  private static final String VARIABLE = "Env";

  private final String path;
  private final JsonNode node;
  private final Surroundings surroundings;
  private final List<ConfigProblem> problems;
  private final SortedSet<String> known = new TreeSet<>();

  ConfigSection(
      String path, JsonNode node, Surroundings surroundings, List<ConfigProblem> problems) {
    this.path = path;
    this.node = node;
    this.surroundings = surroundings;
    this.problems = problems;
    if (!node.isObject() && !node.isMissingNode() && !node.isNull()) {
      problem("", shown(node), "a mapping of keys to values", "Indent its keys below it.");
    }
  }

  boolean has(String key) {
    known.add(key);
    return node.hasNonNull(key);
  }

  boolean isMapping(String key) {
    return value(key).isObject();
  }

  ConfigSection section(String key) {
    return new ConfigSection(path + key + ".", value(key), surroundings, problems);
  }

  List<ConfigSection> sections(String key) {
    List<ConfigSection> sections = new ArrayList<>();
    JsonNode list = value(key);
    if (!list.isMissingNode() && !list.isArray()) {
      problem(key, shown(list), "a list", "Start each element with '- '.");
    }
    for (int i = 0; i < list.size(); i++) {
      sections.add(
          new ConfigSection(path + key + "[" + i + "].", list.get(i), surroundings, problems));
    }
    return sections;
  }

  Optional<String> text(String key) {
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

  String required(String key, String allowed, String remedy) {
    if (value(key).isMissingNode()) {
      problem(key, "missing", allowed, remedy);
    }
    return text(key).orElse("");
  }

  List<String> texts(String key) {
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
  boolean isEmptyList(String key) {
    JsonNode value = value(key);
    return value.isArray() && value.isEmpty();
  }

  /** A mapping of keys to texts, numbers or truths, all of which are known. */
  Map<String, String> values(String key) {
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
   * Adds an error if an address holds a user or a password, which every message with the address
   * would tell; it is not shown.
   */
  boolean refusesLogin(String key, String address, String remedy) {
    boolean refused = address.indexOf('@') >= 0;
    if (refused) {
      problem(key, "an address with a user or a password", "an address alone", remedy);
    }
    return refused;
  }

  /** {@code host:port} of servers, as they announce themselves. */
  Set<String> addresses(String key) {
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

  boolean truth(String key, boolean absent) {
    JsonNode value = value(key);
    if (!value.isMissingNode() && !value.isBoolean()) {
      problem(key, shown(value), "true or false", "Default: " + absent + ".");
    }
    return value.asBoolean(absent);
  }

  int number(String key, int min, int max, int absent) {
    JsonNode value = value(key);
    if (value.isMissingNode()) {
      return absent;
    }
    if (!value.isIntegralNumber()
        || !value.canConvertToInt()
        || value.intValue() < min
        || value.intValue() > max) {
      String allowed = "a whole number, " + min + " … " + max;
      problem(key, shown(value), allowed, "Default: " + absent + ".");
      return absent;
    }
    return value.intValue();
  }

  /** A number of bytes, 1 or more; empty if there is none. */
  OptionalLong bytes(String key, String remedy) {
    JsonNode value = value(key);
    if (value.isMissingNode()) {
      return OptionalLong.empty();
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 1) {
      problem(key, shown(value), "a whole number of bytes, 1 or more", remedy);
      return OptionalLong.empty();
    }
    return OptionalLong.of(value.longValue());
  }

  /** A part of a whole, 0 … 1. */
  double share(String key, double absent) {
    JsonNode value = value(key);
    if (value.isMissingNode()) {
      return absent;
    }
    if (!value.isNumber() || !(value.doubleValue() >= 0 && value.doubleValue() <= 1)) {
      problem(key, shown(value), "a number, 0 … 1", "Default: " + absent + ".");
      return absent;
    }
    return value.doubleValue();
  }

  Duration millis(String key, int min, int max, int absent) {
    return Duration.ofMillis(number(key, min, max, absent));
  }

  /** A file below the configuration's directory, or absolute, that exists and is not empty. */
  Optional<Path> file(String key, String remedy) {
    Optional<Path> file = path(key);
    if (file.isPresent() && !isUsable(file.get())) {
      problem(key, "'" + file.get() + "'", "a readable file that is not empty", remedy);
      return Optional.empty();
    }
    return file;
  }

  /** Whether either key of {@link #secret} is there. */
  boolean hasSecret(String key) {
    boolean inFile = has(key + FILE);
    return has(key + VARIABLE) || inFile;
  }

  /**
   * A secret in a file or an environment variable, by the keys {@code …File} and {@code …Env}; no
   * error says what is written for the latter, since somebody may have written the secret itself.
   */
  Optional<Secret> secret(String key, String remedy) {
    Optional<Secret> inFile = file(key + FILE, remedy).map(Secret.InFile::new);
    Optional<Secret> inVariable = text(key + VARIABLE).flatMap(name -> variable(key, name));
    if (has(key + FILE) && has(key + VARIABLE)) {
      problem(
          key + VARIABLE,
          "beside " + key + FILE,
          "one of the two",
          "Remove either " + key + VARIABLE + " or " + key + FILE + ".");
      return Optional.empty();
    }
    inFile.flatMap(Secret::file).ifPresent(surroundings.secretFiles()::add);
    return inFile.or(() -> inVariable);
  }

  private Optional<Secret> variable(String key, String name) {
    String value = surroundings.environment().getOrDefault(name, "").strip();
    surroundings.secretVariables().add(name);
    if (value.isEmpty()) {
      problem(
          key + VARIABLE,
          "a variable that is not set, or is empty",
          "the name of an environment variable of the coordinator that holds the secret",
          "Set it where the coordinator is started, or use " + key + FILE + ".");
      return Optional.empty();
    }
    return Optional.of(new Secret.InVariable(name, value));
  }

  /** A path below the configuration's directory, or absolute. */
  Optional<Path> path(String key) {
    return text(key)
        .flatMap(
            text -> {
              try {
                return Optional.of(surroundings.directory().resolve(text));
              } catch (InvalidPathException e) {
                problem(key, "'" + text + "'", "a path", "Write the path of a file.");
                return Optional.empty();
              }
            });
  }

  void problem(String key, String value, String allowed, String remedy) {
    String full = path + key;
    String name = key.isEmpty() && !path.isEmpty() ? path.substring(0, path.length() - 1) : full;
    problems.add(new ConfigProblem(name, shownText(value), allowed, shownText(remedy)));
  }

  /** Adds an error for every key that was not asked for. */
  void refuseUnknownKeys() {
    if (!node.isObject()) {
      return;
    }
    node.fieldNames()
        .forEachRemaining(
            key -> {
              if (!known.contains(key)) {
                String keys = known.stream().collect(Collectors.joining(", "));
                problem(key, "unknown", "one of " + keys, NearestKey.remedy(key, known));
              }
            });
  }

  private JsonNode value(String key) {
    known.add(key);
    JsonNode value = node.path(key);
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  private static String shownText(String text) {
    return PrintableText.line(MaskedSecrets.in(text));
  }

  static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }

  private static boolean isUsable(Path file) {
    return Files.isRegularFile(file) && Files.isReadable(file) && file.toFile().length() > 0;
  }
}
