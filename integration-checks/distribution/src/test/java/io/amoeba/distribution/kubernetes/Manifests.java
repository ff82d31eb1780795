package io.amoeba.distribution.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The objects of {@code docker/kubernetes}, in no order. Immutable. */
final class Manifests {
  static final Path FOLDER = Path.of("../../docker/kubernetes");

  private static final YAMLMapper YAML = new YAMLMapper();

  private final List<JsonNode> objects;

  private Manifests(List<JsonNode> objects) {
    this.objects = List.copyOf(objects);
  }

  /** All that are files, but for the list of kustomize. */
  static Manifests read() {
    List<JsonNode> objects = new ArrayList<>();
    for (Path file : files()) {
      objects.addAll(documents(text(file)));
    }
    return new Manifests(objects);
  }

  /** Files of objects: neither what kustomize reads itself, nor configuration of servers. */
  static List<Path> files() {
    try (Stream<Path> here = Files.list(FOLDER);
        Stream<Path> optional = Files.list(FOLDER.resolve("optional"))) {
      return Stream.concat(here, optional)
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.endsWith("kustomization.yaml"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The documents of a YAML text. */
  static List<JsonNode> documents(String yaml) {
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(yaml)) {
      return documents.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file of the folder as one document. */
  static JsonNode document(String file) {
    return documents(text(FOLDER.resolve(file))).get(0);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<JsonNode> all() {
    return objects;
  }

  List<JsonNode> ofKind(String kind) {
    return objects.stream().filter(object -> object.path("kind").asText().equals(kind)).toList();
  }

  /**
   * An object.
   *
   * @throws java.util.NoSuchElementException if there is none of this kind and name
   */
  JsonNode object(String kind, String name) {
    return ofKind(kind).stream()
        .filter(object -> name(object).equals(name))
        .findAny()
        .orElseThrow();
  }

  static String name(JsonNode object) {
    return object.at("/metadata/name").asText();
  }

  /** What its messages call it. */
  static String title(JsonNode object) {
    return object.path("kind").asText() + " " + name(object);
  }

  /** Templates of pods with the labels that the pods have, those of Flink's own included. */
  List<JsonNode> podTemplates() {
    List<JsonNode> templates = new ArrayList<>();
    ofKind("StatefulSet").forEach(set -> templates.add(set.at("/spec/template")));
    for (JsonNode flink : ofKind("FlinkDeployment")) {
      for (String component : List.of("jobmanager", "taskmanager")) {
        templates.add(flinkPod(flink, component));
      }
    }
    return templates;
  }

  /**
   * A pod as the operator makes it of the template of all pods and that of some: their containers
   * of one name are one container.
   */
  static JsonNode flinkPod(JsonNode flink, String component) {
    String own = component.equals("jobmanager") ? "jobManager" : "taskManager";
    ObjectNode pod = YAML.createObjectNode();
    pod.putObject("metadata")
        .putObject("labels")
        .put("app", name(flink))
        .put("component", component)
        .put("type", "flink-native-kubernetes");
    ObjectNode spec = pod.putObject("spec");
    merge(spec, flink.at("/spec/podTemplate/spec"));
    merge(spec, flink.at("/spec/" + own + "/podTemplate/spec"));
    return pod;
  }

  private static void merge(ObjectNode into, JsonNode from) {
    for (Map.Entry<String, JsonNode> entry : from.properties()) {
      JsonNode before = into.get(entry.getKey());
      if (before instanceof ArrayNode list) {
        entry.getValue().forEach(element -> mergeElement(list, element));
      } else if (before instanceof ObjectNode section) {
        merge(section, entry.getValue());
      } else {
        into.replace(entry.getKey(), entry.getValue().<JsonNode>deepCopy());
      }
    }
  }

  private static void mergeElement(ArrayNode list, JsonNode element) {
    Optional<JsonNode> same =
        each(list)
            .filter(e -> element.has("name") && !element.has("mountPath"))
            .filter(e -> e.path("name").equals(element.path("name")))
            .findAny();
    same.ifPresentOrElse(
        known -> merge((ObjectNode) known, element), () -> list.add(element.<JsonNode>deepCopy()));
  }

  /** The elements of an array. */
  static Stream<JsonNode> each(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
