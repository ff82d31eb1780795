package io.amoeba.agentkit.options;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Where options come from: the agent's arguments, {@code key=value,…}, and beneath them a file that
 * Cassandra has on its class path like cassandra.yaml ({@code config=path} names another one).
 */
public final class OptionSource {

  private OptionSource() {}

  /**
   * What is given, with everything that cannot be read as errors.
   *
   * @param fileName of the file on the class path, which may be absent
   */
  public static OptionValues read(String arguments, String fileName) {
    List<String> errors = new ArrayList<>();
    Map<String, String> given = arguments(arguments, errors);
    String path = given.remove("config");
    Map<String, String> values = file(path, fileName, errors);
    values.putAll(given);
    return new OptionValues(values, errors);
  }

  private static Map<String, String> arguments(String text, List<String> errors) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String piece : text.split(",", -1)) {
      int equals = piece.indexOf('=');
      if (equals > 0) {
        String key = piece.substring(0, equals).strip();
        if (values.put(key, piece.substring(equals + 1).strip()) != null) {
          errors.add(key + ": given twice");
        }
      } else if (!piece.isBlank()) {
        errors.add(piece + ": want key=value");
      }
    }
    return values;
  }

  private static Map<String, String> file(
      @Nullable String path, String fileName, List<String> errors) {
    String name = path == null ? fileName : path;
    try (InputStream in =
        path == null
            ? ClassLoader.getSystemResourceAsStream(fileName)
            : Files.newInputStream(Path.of(path))) {
      return in == null ? new LinkedHashMap<>() : yaml(name, in, errors);
    } catch (IOException e) {
      errors.add("config=" + name + ": cannot be read (" + e + ")");
      return new LinkedHashMap<>();
    }
  }

  private static Map<String, String> yaml(String name, InputStream in, List<String> errors) {
    Map<String, String> values = new LinkedHashMap<>();
    try {
      Object root = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
      if (root instanceof Map<?, ?> map) {
        map.forEach((key, value) -> values.put(String.valueOf(key), text(value)));
      } else if (root != null) {
        errors.add(name + ": want lines of key: value");
      }
    } catch (YAMLException e) {
      errors.add(name + ": is not YAML (" + e.getMessage() + ")");
    }
    return values;
  }

  /** YAML reads on and off as booleans. */
  private static String text(@Nullable Object value) {
    return value instanceof Boolean on ? (on ? "on" : "off") : String.valueOf(value);
  }
}
