package io.amoeba.agentkit.options;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.reader.UnicodeReader;

/**
 * A YAML file of options. Values are taken as they are written: YAML would read {@code 010} as 8,
 * {@code 1:30} as 90, and a keyspace {@code no} as false. Used once, by one thread.
 */
final class OptionFile {

  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

  private final String name;
  private final List<String> errors;
  private final Map<String, OptionValue> values = new LinkedHashMap<>();

  private OptionFile(String name, List<String> errors) {
    this.name = name;
    this.errors = errors;
  }

  /**
   * What is given; what cannot be read is added to the errors.
   *
   * @param path of the file; null for one on the class path, which may be absent
   */
  static Map<String, OptionValue> read(
      @Nullable String path, String onClassPath, List<String> errors) {
    OptionFile file = new OptionFile(path == null ? onClassPath : path, errors);
    try (InputStream in =
        path == null
            ? ClassLoader.getSystemResourceAsStream(onClassPath)
            : Files.newInputStream(Path.of(path))) {
      if (in != null) {
        file.read(new Yaml(new LoaderOptions()).compose(new UnicodeReader(in)));
      }
    } catch (IOException | IllegalArgumentException e) {
      errors.add("config=" + file.name + ": cannot be read (" + e + ")");
    } catch (MarkedYAMLException e) {
      errors.add(
          "%s, line %d: is not YAML (%s)"
              .formatted(file.name, e.getProblemMark().getLine() + 1, e.getProblem()));
    } catch (YAMLException e) {
      errors.add(file.name + ": is not YAML (" + e.getMessage() + ")");
    }
    return file.values;
  }

  private void read(@Nullable Node root) {
    if (root instanceof MappingNode lines) {
      lines.getValue().forEach(this::take);
    } else if (root != null) {
      errors.add(name + ": want lines of key: value");
    }
  }

  private void take(NodeTuple line) {
    if (!(line.getKeyNode() instanceof ScalarNode keyNode)) {
      errors.add(at(line.getKeyNode()) + ": want a key that is a word");
      return;
    }
    String key = keyNode.getValue();
    List<String> items = items(line.getValueNode());
    if (items == null) {
      errors.add(key + ": want a value or a list of values (" + at(keyNode) + ")");
    } else if (items.isEmpty()) {
      errors.add(key + ": has no value; delete the line for the default (" + at(keyNode) + ")");
    } else if (values.put(key, new OptionValue(items)) != null) {
      errors.add(key + ": given twice; delete one of the lines (" + at(keyNode) + ")");
    }
  }

  /** Null if it is something else than a value or a list of values. */
  private static @Nullable List<String> items(Node value) {
    List<Node> nodes = value instanceof SequenceNode list ? list.getValue() : List.of(value);
    List<String> items = new ArrayList<>();
    for (Node node : nodes) {
      if (!(node instanceof ScalarNode scalar)) {
        return null;
      }
      if (!isNull(scalar)) {
        items.add(scalar.getValue());
      }
    }
    return items;
  }

  private static boolean isNull(ScalarNode scalar) {
    return scalar.getValue().isBlank()
        || (scalar.getScalarStyle() == ScalarStyle.PLAIN && NULLS.contains(scalar.getValue()));
  }

  private String at(Node node) {
    return "%s, line %d".formatted(name, node.getStartMark().getLine() + 1);
  }
}
