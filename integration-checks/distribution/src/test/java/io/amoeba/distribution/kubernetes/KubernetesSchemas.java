package io.amoeba.distribution.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What one version of Kubernetes takes, with no key that it does not know, and what the operators
 * of the custom resources take. Confined to one thread.
 */
final class KubernetesSchemas {
  /** Folder with the definitions of each version, which {@code .ci/kubernetes-schemas} fetches. */
  static final String PROPERTY = "amoeba.test.kubernetes-schemas";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DEFINITIONS = "$defs";

  private final String version;
  private final JsonNode definitions;
  private final Map<String, Schema> schemas = new HashMap<>();

  private KubernetesSchemas(String version, JsonNode definitions) {
    this.version = version;
    this.definitions = definitions;
  }

  /** Those of all versions that are there. */
  static List<KubernetesSchemas> available() {
    return Optional.ofNullable(System.getProperty(PROPERTY))
        .map(Path::of)
        .map(KubernetesSchemas::in)
        .orElseGet(List::of);
  }

  private static List<KubernetesSchemas> in(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(KubernetesSchemas::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static KubernetesSchemas read(Path file) {
    try (InputStream own =
        KubernetesSchemas.class.getResourceAsStream("/kubernetes/custom-resources.json")) {
      ObjectNode definitions = (ObjectNode) JSON.readTree(file.toFile()).get(DEFINITIONS);
      definitions.setAll((ObjectNode) JSON.readTree(own).get(DEFINITIONS));
      String name = file.getFileName().toString();
      return new KubernetesSchemas(
          name.substring(0, name.length() - ".json".length()), definitions);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  /** What is wrong with an object, each with its place. */
  List<String> faults(JsonNode object) {
    String definition = definition(object);
    if (!definitions.has(definition)) {
      return List.of("no " + definition + " in " + version);
    }
    return schemas.computeIfAbsent(definition, this::schema).validate(object).stream()
        .map(fault -> fault.getInstanceLocation() + ": " + fault.getMessage())
        .toList();
  }

  private Schema schema(String definition) {
    ObjectNode root = JSON.createObjectNode();
    root.put("$ref", "#/" + DEFINITIONS + "/" + definition);
    root.set(DEFINITIONS, definitions);
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(root);
  }

  /** {@code apps/v1 StatefulSet} is {@code io.k8s.api.apps.v1.StatefulSet}. */
  private static String definition(JsonNode object) {
    String[] api = object.path("apiVersion").asText().split("/", -1);
    String kind = object.path("kind").asText();
    if (api.length == 1) {
      return "io.k8s.api.core." + api[0] + "." + kind;
    }
    boolean custom = api[0].contains(".") && !api[0].endsWith(".k8s.io");
    String group = custom ? api[0] : "io.k8s.api." + api[0].replaceFirst("\\..*", "");
    return group + "." + api[1] + "." + kind;
  }

  @Override
  public String toString() {
    return version;
  }
}
