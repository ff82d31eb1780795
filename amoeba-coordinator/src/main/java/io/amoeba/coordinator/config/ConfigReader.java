package io.amoeba.coordinator.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.monitor.HostSyntax;
import io.amoeba.coordinator.monitor.NodeEntry;
import io.amoeba.coordinator.monitor.ServerAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the coordinator's YAML file. Either everything is right, or {@link ConfigErrors} names
 * every error at once. Stateless, safe for concurrent use.
 */
public final class ConfigReader {

  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private ConfigReader() {}

  /**
   * Reads a file; relative paths in it are below its directory.
   *
   * @throws ConfigErrors if anything in it cannot be used
   */
  public static CoordinatorConfig read(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      throw unreadable(file, "There is no such file.");
    } catch (IOException e) {
      throw unreadable(file, "It could not be read: " + e + ".");
    }
    return parse(text, file.toString(), directory == null ? Path.of("") : directory);
  }

  /**
   * Reads a text.
   *
   * @param name what error messages call it
   * @throws ConfigErrors if anything in it cannot be used
   */
  public static CoordinatorConfig parse(String text, String name, Path directory) {
    return parse(text, name, new Surroundings(directory, System.getenv()));
  }

  static CoordinatorConfig parse(String text, String name, Surroundings surroundings) {
    List<ConfigProblem> problems = new ArrayList<>();
    ConfigSection root = new ConfigSection("", tree(text, name), surroundings, problems);
    Mode mode = mode(root);
    CoordinatorConfig config =
        new CoordinatorConfig(
            mode,
            root.millis("intervalMillis", 50, 60_000, 500),
            FlinkSection.read(root.section("flink")),
            RedisSection.read(root.section("redis")),
            nodes(root),
            HttpSection.read(root.section("http")),
            root.path("stateFile"),
            PlanSection.read(root.section("plans")),
            LeaseSection.read(root),
            PlacementSection.read(root.section("placement")),
            surroundings.secretVariables(),
            surroundings.secretFiles());
    if (config.plans().file().isEmpty() && config.lease().isEmpty()) {
      requirePlansFile(config, root);
    }
    root.refuseUnknownKeys();
    if (!problems.isEmpty()) {
      throw new ConfigErrors(name, problems);
    }
    return config;
  }

  /** What is half done must be found by a coordinator that comes after one that was killed. */
  private static void requirePlansFile(CoordinatorConfig config, ConfigSection root) {
    if (config.flink().storeFollows().isPresent()) {
      missingPlansFile(root, "flink.storeFollows moves hash slots", "which one is half moved");
    }
    if (config.plans().storeGrows()) {
      missingPlansFile(root, "plans.growth.servers moves hash slots", "which one is half moved");
    }
    if (config.plans().drain().wanted()) {
      missingPlansFile(root, "plans.drain.nodes moves hash slots", "which one is half moved");
    }
    if (config.plans().migrations().rules().isPresent()) {
      missingPlansFile(
          root, "plans.migrations.servers lets primaries migrate", "which migration is half done");
    }
    if (config.plans().rescale().way().isPresent()) {
      missingPlansFile(
          root, "plans.rescale.way interrupts the job", "a job that is stopped, and starts it");
    }
  }

  private static void missingPlansFile(ConfigSection root, String reason, String found) {
    root.problem(
        "plans.file",
        "missing",
        "a path",
        "%s; a coordinator that was killed meanwhile must find %s.".formatted(reason, found));
  }

  private static JsonNode tree(String text, String name) {
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(text)) {
      JsonNode tree = documents.hasNextValue() ? documents.nextValue() : null;
      if (documents.hasNextValue()) {
        throw new ConfigErrors(
            name,
            List.of(
                new ConfigProblem(
                    "file",
                    "several YAML documents",
                    "one YAML document",
                    "Only one would be read: remove the lines '---' between them.")));
      }
      return tree == null || tree.isNull() ? MissingNode.getInstance() : tree;
    } catch (JsonProcessingException e) {
      String where = e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
      String what = e.getOriginalMessage().lines().findFirst().orElse("");
      throw new ConfigErrors(
          name,
          List.of(new ConfigProblem("file", "not YAML", "a YAML mapping", where + what + ".")));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of a text, which cannot fail to be read
    }
  }

  private static ConfigErrors unreadable(Path file, String remedy) {
    return new ConfigErrors(
        file.toString(),
        List.of(new ConfigProblem("file", "'" + file + "'", "a readable YAML file", remedy)));
  }

  private static Mode mode(ConfigSection root) {
    String text = root.text("mode").orElse(Mode.PROPOSE.text());
    for (Mode mode : Mode.values()) {
      if (mode.text().equals(text)) {
        return mode;
      }
    }
    String remedy = "Start with propose: its plans wait for your approval.";
    root.problem("mode", "'" + text + "'", "observe, propose or act", remedy);
    return Mode.OBSERVE;
  }

  private static List<String> redisHosts(ConfigSection section) {
    List<String> hosts = hosts(section, "redisHosts");
    for (String text : hosts) {
      if (!HostSyntax.isHost(HostSyntax.withoutBrackets(text))
          && ServerAddress.parse(text).isEmpty()) {
        section.problem(
            "redisHosts",
            "'" + text + "'",
            "a list of hosts, or of host:port",
            "Write an IPv6 address with a port in brackets: [2001:db8::7]:7000.");
      }
    }
    return hosts;
  }

  private static List<String> hosts(ConfigSection section, String key) {
    return section.texts(key).stream()
        .filter(
            host -> !section.refusesLogin(key, host, "Flink and Redis know no logins of hosts."))
        .toList();
  }

  private static List<NodeEntry> nodes(ConfigSection root) {
    List<NodeEntry> nodes = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (ConfigSection section : root.sections("nodes")) {
      String name = section.required("name", "a name", "Name the machine.");
      if (!name.isEmpty() && !names.add(name)) {
        section.problem("name", "'" + name + "'", "different for every node", "Merge the nodes.");
      }
      nodes.add(new NodeEntry(name, hosts(section, "flinkHosts"), redisHosts(section)));
      section.refuseUnknownKeys();
    }
    return nodes;
  }
}
