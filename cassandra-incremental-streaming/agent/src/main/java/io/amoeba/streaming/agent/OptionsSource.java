package io.amoeba.streaming.agent;

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
 * Where options come from: the agent's arguments, and beneath them conf/incremental-streaming.yaml,
 * which Cassandra has on its class path like cassandra.yaml ({@code config=path} names another
 * file).
 */
final class OptionsSource {

  private static final String FILE = "incremental-streaming.yaml";

  private OptionsSource() {}

  static AgentOptions read(String arguments) throws InvalidOptionsException {
    List<String> errors = new ArrayList<>();
    Map<String, String> given = arguments(arguments, errors);
    String file = given.remove("config");
    Map<String, String> values = file(file, errors);
    values.putAll(given);
    return new OptionsReader(values, errors).read();
  }

  static Map<String, String> arguments(String text, List<String> errors) {
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

  private static Map<String, String> file(@Nullable String path, List<String> errors) {
    String name = path == null ? FILE : path;
    try (InputStream in =
        path == null
            ? ClassLoader.getSystemResourceAsStream(FILE)
            : Files.newInputStream(Path.of(path))) {
      return in == null ? new LinkedHashMap<>() : yaml(name, in, errors);
    } catch (IOException e) {
      errors.add("config=" + name + ": cannot be read (" + e + ")");
      return new LinkedHashMap<>();
    }
  }

  static Map<String, String> yaml(String name, InputStream in, List<String> errors) {
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
