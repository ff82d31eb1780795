package io.amoeba.coordinator.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.amoeba.coordinator.yaml.ConfigContext;
import io.amoeba.coordinator.yaml.ConfigProblem;
import io.amoeba.coordinator.yaml.YamlSection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

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
    return read(file, OptionalInt.empty());
  }

  /**
   * Reads a file.
   *
   * @param httpPort instead of the file's {@code http.port}
   * @throws ConfigErrors if anything in it cannot be used
   */
  public static CoordinatorConfig read(Path file, OptionalInt httpPort) {
    Path directory = file.toAbsolutePath().getParent();
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      throw unreadable(file, "There is no such file.");
    } catch (IOException e) {
      throw unreadable(file, "It could not be read: " + e + ".");
    }
    JsonNode tree = tree(text, file.toString());
    if (httpPort.isPresent()
        && tree instanceof ObjectNode root
        && (!root.hasNonNull("http") || root.get("http").isObject())) {
      root.withObjectProperty("http").put("port", httpPort.getAsInt());
    }
    return read(tree, file.toString(), context(directory == null ? Path.of("") : directory));
  }

  /**
   * Reads a text.
   *
   * @param name what error messages call it
   * @throws ConfigErrors if anything in it cannot be used
   */
  public static CoordinatorConfig parse(String text, String name, Path directory) {
    return parse(text, name, context(directory));
  }

  static CoordinatorConfig parse(String text, String name, ConfigContext context) {
    return read(tree(text, name), name, context);
  }

  private static ConfigContext context(Path directory) {
    return new ConfigContext(directory, System.getenv());
  }

  private static CoordinatorConfig read(JsonNode tree, String name, ConfigContext context) {
    CoordinatorConfig config = CoordinatorConfig.read(new YamlSection("", tree, context));
    if (!context.problems().isEmpty()) {
      throw new ConfigErrors(name, context.problems());
    }
    return config;
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
}
