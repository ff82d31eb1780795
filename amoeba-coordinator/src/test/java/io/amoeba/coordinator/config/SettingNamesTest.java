package io.amoeba.coordinator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages send people to settings; a setting that does not exist sends them nowhere. */
class SettingNamesTest {

  private static final Path ROOT = Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NONE = "zzz";

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
  private static final Pattern KEY =
      Pattern.compile(
          "(?<![\\w./-])(?:plans|flink|redis|http|lease|placement)(?:\\.[a-zA-Z]+)+(?![\\w(])");
  private static final Pattern PROPERTY =
      Pattern.compile("(?<![\\w./])amoeba(?:\\.[a-zA-Z0-9]+(?:-[a-z0-9]+)*)+");

  /** What the code completes to a property, such as one of each server. */
  private static final Pattern PREFIX = Pattern.compile(PROPERTY.pattern() + "\\.");

  private static final Pattern VARIABLE = Pattern.compile("(?<!\\w)AMOEBA(?:_[A-Z0-9]+)+");
  private static final Set<String> FILES = Set.of("plans.json", "redis.conf", "redis.password");

  /** Sections that are read in some configurations alone. */
  private static final List<Map<String, String>> CONFIGURATIONS =
      List.of(
          Map.of(),
          Map.of("plans.growth.servers", "container"),
          Map.of("plans.growth.servers", "command"),
          Map.of("plans.rescale.method", "savepoint"));

  @Test
  void everyKeyThatAMessageNamesIsOneOfTheConfiguration() throws IOException {
    Map<String, Path> named = new TreeMap<>();
    for (Path file : sources("amoeba-coordinator/src/main")) {
      for (String literal : literals(file)) {
        Matcher matcher = KEY.matcher(literal);
        while (matcher.find()) {
          if (!FILES.contains(matcher.group())) {
            named.put(matcher.group(), file);
          }
        }
      }
    }

    assertThat(named).hasSizeGreaterThan(30).containsKey("plans.moves.fixedHashSlots");
    named.forEach((key, file) -> assertThat(exists(key)).as("%s in %s", key, file).isTrue());
    assertThat(exists("flink.uri")).isFalse();
    assertThat(exists("plans.growth.container.image.name")).isFalse();
  }

  @Test
  void everyPropertyAndVariableThatAMessageNamesIsRead() throws IOException {
    Set<String> read = new TreeSet<>();
    Set<String> prefixes = new TreeSet<>();
    Map<String, Path> named = new TreeMap<>();
    for (Path file : sources("")) {
      for (String literal : literals(file)) {
        if (PROPERTY.matcher(literal).matches() || VARIABLE.matcher(literal).matches()) {
          read.add(literal);
          read.add(literal.toUpperCase(Locale.ROOT).replace('.', '_'));
          continue;
        }
        if (PREFIX.matcher(literal).matches()) {
          prefixes.add(literal);
          continue;
        }
        for (Pattern pattern : List.of(PROPERTY, VARIABLE)) {
          Matcher matcher = pattern.matcher(literal);
          while (matcher.find()) {
            if (!matcher.group().endsWith(".example")) {
              named.put(matcher.group(), file);
            }
          }
        }
      }
    }

    assertThat(named).containsKeys("amoeba.coordinator.url", "AMOEBA_COORDINATOR_URL");
    named.forEach(
        (name, file) -> {
          if (prefixes.stream().noneMatch(name::startsWith)) {
            assertThat(read).as("%s, which %s names", name, file).contains(name);
          }
        });
  }

  /** A key that the reader asks for, in a section that it looks into. */
  private static boolean exists(String key) {
    String section = key.substring(0, key.lastIndexOf('.'));
    return CONFIGURATIONS.stream()
        .anyMatch(given -> !isUnknown(key, given) && isUnknown(section + "." + NONE, given));
  }

  private static boolean isUnknown(String key, Map<String, String> given) {
    ObjectNode root = JSON.createObjectNode();
    given.forEach((name, value) -> put(root, name, value));
    put(root, key, "x");
    ConfigErrors errors =
        catchThrowableOfType(
            ConfigErrors.class, () -> ConfigReader.parse(root.toString(), "test", Path.of("")));
    return errors.problems().stream()
        .anyMatch(problem -> problem.key().equals(key) && problem.value().equals("unknown"));
  }

  private static void put(ObjectNode root, String key, String value) {
    List<String> names = Arrays.asList(key.split("\\."));
    ObjectNode node = root;
    for (String name : names.subList(0, names.size() - 1)) {
      node = node.withObjectProperty(name);
    }
    node.put(names.get(names.size() - 1), value);
  }

  private static List<Path> sources(String below) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(below))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> ROOT.relativize(file).toString().contains("src/main/java/io/amoeba"))
          .filter(file -> !ROOT.relativize(file).startsWith("benchmarks"))
          .filter(file -> !ROOT.relativize(file).startsWith("cassandra-agent-kit/agent-checks"))
          .filter(file -> !ROOT.relativize(file).toString().contains("/target/"))
          .toList();
    }
  }

  private static List<String> literals(Path file) throws IOException {
    List<String> literals = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String code = line.strip();
      if (!code.startsWith("*") && !code.startsWith("//") && !code.startsWith("/*")) {
        Matcher matcher = LITERAL.matcher(code);
        while (matcher.find()) {
          literals.add(matcher.group(1));
        }
      }
    }
    return literals;
  }
}
