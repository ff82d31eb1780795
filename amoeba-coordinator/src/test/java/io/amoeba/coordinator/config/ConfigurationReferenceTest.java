package io.amoeba.coordinator.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.amoeba.coordinator.yaml.ConfigContext;
import io.amoeba.coordinator.yaml.ConfigProblem;
import io.amoeba.coordinator.yaml.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference and the example have what is read: each key, its values and its default. */
class ConfigurationReferenceTest {

  private static final Path ROOT = Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());

  /** Together they let every key be asked for. */
  private static final List<String> FILES =
      List.of(
          """
          flink: {tls: {truststore: t, keystore: k}, headers: [{}]}
          redis: {tls: {truststore: t, keystore: k}}
          nodes: [{}]
          http: {tokens: [{tokenFile: t}], tls: {truststore: t}}
          lease: {}
          plans:
            moves: {capacities: [{}]}
            growth: {servers: container, container: {engine: [e], options: [o]}}
            rescale: {method: savepoint}
            policy: {window: {}}
            upkeep: {backups: [{}]}
          """,
          "http: {tokens: [{sha256: a}]}",
          "plans: {growth: {servers: command}}",
          "redis: {tls: true}");

  private static final Pattern ROW = Pattern.compile("\\| (`[^|]+) \\| (.*?) \\| (.*?) \\| .*");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern COMMENTED = Pattern.compile("( *)# (( *)(- )?[\\w{].*)");

  @TempDir Path folder = Path.of("");

  @Test
  void referenceHasEveryKeyAndNoOther() throws IOException {
    Set<String> read = new TreeSet<>(settings().keySet());
    Set<String> told = new TreeSet<>(reference().keySet());
    read.removeIf(key -> isVariableOfFile(key, told));

    assertThat(told).hasSizeGreaterThan(90).isEqualTo(read);
  }

  @Test
  void referenceHasTheValuesAndTheDefaultOfEveryKey() throws IOException {
    Map<String, Row> rows = reference();
    Map<String, Row> read = new TreeMap<>();
    settings()
        .forEach(
            (key, setting) -> {
              // Its values are either true and false, or the keys below it.
              if (!setting.values().isEmpty() && !key.equals("redis.tls")) {
                read.put(key, new Row(setting.values(), setting.absent()));
              }
            });

    assertThat(read).hasSizeGreaterThan(40).containsKeys("interval", "plans.moves.method");
    assertThat(rows).containsAllEntriesOf(read);
  }

  @Test
  void exampleHasEveryKeyAndNoOther() throws IOException {
    Set<String> shown = new TreeSet<>();
    collect("", new YAMLMapper().readTree(example()), shown);
    Set<String> read = new TreeSet<>(settings().keySet());
    read.removeIf(key -> isVariableOfFile(key, shown) || key.equals("redis.tls"));

    assertThat(shown).isEqualTo(read);
  }

  /** But for files that are not there, and what excludes each other. */
  @Test
  void exampleHasValuesThatAreAllowed() throws IOException {
    assertThat(problems(example(), new ConfigContext(folder, Map.of())))
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder(
            "flink.tls",
            "flink.tls.truststore",
            "flink.tls.truststorePasswordFile",
            "flink.tls.keystore",
            "flink.tls.passwordFile",
            "flink.headers[0].valueFile",
            "redis.passwordFile",
            "redis.tls.truststore",
            "redis.tls.truststorePasswordFile",
            "redis.tls.keystore",
            "redis.tls.passwordFile",
            "http.tokenFile",
            "http.tokens[1].tokenFile",
            "http.tls.keystore",
            "http.tls.passwordFile",
            "http.tls.truststore",
            "http.tls.truststorePasswordFile",
            "plans.growth.container",
            "plans.rescale.jar",
            "plans.file",
            "stateFile",
            "lease.folder",
            "lease.addressEnv",
            "placement.secretFile");
  }

  private record Row(String values, String absent) {}

  private static boolean isVariableOfFile(String key, Set<String> others) {
    return key.endsWith("Env")
        && !others.contains(key)
        && others.contains(key.substring(0, key.length() - "Env".length()) + "File");
  }

  /** Rows of the table by key. One may have several keys: {@code `a.b`, `.c`} are a.b and a.c. */
  private static Map<String, Row> reference() throws IOException {
    Map<String, Row> rows = new TreeMap<>();
    String page = Files.readString(ROOT.resolve("docs/configuration.md"));
    page.lines()
        .dropWhile(line -> !line.startsWith("| Key |"))
        .takeWhile(line -> line.startsWith("|"))
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .forEach(
            row -> {
              String section = "";
              Matcher key = CODE.matcher(row.group(1));
              while (key.find()) {
                String name = key.group(1);
                String full = name.startsWith(".") ? section + name : name;
                section = full.substring(0, Math.max(0, full.lastIndexOf('.')));
                rows.put(full, new Row(row.group(2), row.group(3)));
              }
            });
    return rows;
  }

  /** The example with all keys that it has as comments. */
  private static String example() throws IOException {
    return Files.readString(
            ROOT.resolve("amoeba-coordinator/src/main/resources/coordinator-example.yaml"))
        .lines()
        .map(
            line -> {
              Matcher comment = COMMENTED.matcher(line);
              boolean isKey =
                  comment.matches() && comment.group(2).matches(" *(- )?(\\{.*|\\w+:.*)");
              return isKey ? comment.group(1) + comment.group(2) : line;
            })
        .collect(Collectors.joining("\n"));
  }

  private static void collect(String path, JsonNode node, Set<String> keys) {
    if (node.isObject() && !path.equals("plans.rescale.configuration")) {
      String section = path.isEmpty() ? "" : path + ".";
      node.properties().forEach(entry -> collect(section + entry.getKey(), entry.getValue(), keys));
    } else if (node.isArray() && node.path(0).isObject()) {
      node.forEach(element -> collect(path + "[]", element, keys));
    } else {
      keys.add(path);
    }
  }

  private Map<String, Setting> settings() {
    Map<String, Setting> settings = new TreeMap<>();
    for (String file : FILES) {
      ConfigContext context = new ConfigContext(folder, Map.of());
      problems(file, context);
      context
          .settings()
          .forEach(
              (key, setting) ->
                  settings.merge(key, setting, (a, b) -> a.values().isEmpty() ? b : a));
    }
    return settings;
  }

  private static List<ConfigProblem> problems(String text, ConfigContext context) {
    try {
      ConfigReader.parse(text, "test.yaml", context);
      return List.of();
    } catch (ConfigErrors errors) {
      return errors.problems();
    }
  }
}
