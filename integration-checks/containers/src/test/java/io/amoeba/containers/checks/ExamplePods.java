package io.amoeba.containers.checks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The pods of {@code docker/kubernetes} as containers of this machine's engine: their commands,
 * variables, files, users and rights are those of the manifests. A node is an address. Confined to
 * the test thread.
 */
final class ExamplePods implements AutoCloseable {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\(([A-Z_]+)\\)");
  private static final Pattern IMAGE_OF_AMOEBA = Pattern.compile("amoeba/amoeba:.*");
  private static final String LABEL = "io.amoeba.check=kubernetes";
  private static final String NETWORK = "amoeba-check-kubernetes";
  private static final String SUBNET = "10.213.77.";
  private static final YAMLMapper YAML = new YAMLMapper();

  private final Engine engine = Containers.engine();
  private final Path manifests;
  private final Path folder;
  private final Map<String, Map<String, String>> secrets = new LinkedHashMap<>();
  private final Set<String> claims = new LinkedHashSet<>();

  /**
   * With new secrets.
   *
   * @param manifests the folder of the example
   * @param folder where files of the pods are written
   */
  ExamplePods(Path manifests, Path folder) throws IOException {
    this.manifests = manifests;
    this.folder = folder;
    String made =
        engine.program(
            List.of("sh", manifests.resolve("make-secrets.sh").toString()),
            Map.of(),
            Duration.ofMinutes(1));
    for (JsonNode secret : documents(made)) {
      Map<String, String> values = new LinkedHashMap<>();
      secret
          .path("stringData")
          .properties()
          .forEach(value -> values.put(value.getKey(), value.getValue().asText()));
      secrets.put(secret.at("/metadata/name").asText(), values);
    }
    close(); // what an earlier run has left
    engine.docker("network", "create", "--label", LABEL, "--subnet", SUBNET + "0/24", NETWORK);
  }

  private static List<JsonNode> documents(String yaml) throws IOException {
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(yaml)) {
      return documents.readAll();
    }
  }

  /** An object of one of the files. */
  JsonNode object(String file, String kind, String name) throws IOException {
    return documents(Files.readString(manifests.resolve(file))).stream()
        .filter(object -> object.path("kind").asText().equals(kind))
        .filter(object -> object.at("/metadata/name").asText().equals(name))
        .findAny()
        .orElseThrow();
  }

  String secret(String name, String key) {
    return values(name).getOrDefault(key, "");
  }

  private Map<String, String> values(String secret) {
    return secrets.getOrDefault(secret, Map.of());
  }

  /** The address with this number. */
  static String address(int number) {
    return SUBNET + number;
  }

  /**
   * A pod to be.
   *
   * @param name of it
   * @param aliases names that lead to it
   * @param address number of its address
   * @param node number of the address of its node
   */
  record Place(String name, List<String> aliases, int address, int node) {}

  /**
   * Starts all containers of a pod; the first one has the pod's name, others have one more part.
   */
  void start(JsonNode template, Place place) throws IOException {
    JsonNode spec = template.path("spec");
    boolean first = true;
    for (JsonNode container : spec.path("containers")) {
      List<String> words = new ArrayList<>(List.of("run", "--detach", "--label", LABEL));
      if (first) {
        words.addAll(List.of("--name", place.name(), "--hostname", place.name()));
        words.addAll(List.of("--network", NETWORK, "--ip", address(place.address())));
        place.aliases().forEach(alias -> words.addAll(List.of("--network-alias", alias)));
      } else {
        words.addAll(List.of("--name", place.name() + "-" + container.path("name").asText()));
        words.addAll(List.of("--network", "container:" + place.name()));
      }
      words.addAll(rights(spec, container));
      words.addAll(mounts(spec, container, place));
      words.addAll(program(container, place));
      engine.docker(words);
      first = false;
    }
  }

  private List<String> rights(JsonNode spec, JsonNode container) throws IOException {
    JsonNode user = spec.path("securityContext");
    JsonNode context = container.path("securityContext");
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            "--user", user.path("runAsUser").asText() + ":" + user.path("runAsGroup").asText()));
    // Files of volumes are for the group of the pod, here for that of this process.
    words.addAll(List.of("--group-add", Files.getAttribute(folder, "unix:gid").toString()));
    words.addAll(List.of("--cap-drop", "ALL", "--security-opt", "no-new-privileges"));
    if (context.path("readOnlyRootFilesystem").asBoolean()) {
      words.add("--read-only");
    }
    String memory = container.at("/resources/limits/memory").asText();
    if (!memory.isEmpty()) {
      words.addAll(List.of("--memory", memory.replace("Mi", "m").replace("Gi", "g")));
    }
    return words;
  }

  private List<String> mounts(JsonNode spec, JsonNode container, Place place) throws IOException {
    List<String> words = new ArrayList<>();
    for (JsonNode mount : container.path("volumeMounts")) {
      String name = mount.path("name").asText();
      String target = mount.path("mountPath").asText();
      JsonNode volume =
          each(spec.path("volumes"))
              .filter(v -> v.path("name").asText().equals(name))
              .findAny()
              .orElse(YAML.createObjectNode());
      if (volume.has("emptyDir")) {
        words.addAll(List.of("--tmpfs", target + ":mode=1777,exec"));
        continue;
      }
      String source;
      if (volume.has("configMap")) {
        source = files(volume.at("/configMap/name").asText(), configMap(volume), "r--r--r--");
      } else if (volume.has("secret")) {
        String secret = volume.at("/secret/secretName").asText();
        source = files("secret-" + secret, values(secret), "r--r-----");
      } else {
        JsonNode claim = volume.at("/persistentVolumeClaim/claimName");
        source = claim(claim.isMissingNode() ? name + "-" + place.name() : claim.asText());
      }
      boolean readOnly = mount.path("readOnly").asBoolean();
      words.addAll(List.of("--volume", source + ":" + target + (readOnly ? ":ro" : "")));
    }
    return words;
  }

  /** Files by name, as kustomize takes them into a ConfigMap. */
  private Map<String, String> configMap(JsonNode volume) throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    JsonNode list = documents(Files.readString(manifests.resolve("kustomization.yaml"))).get(0);
    for (JsonNode generator : list.path("configMapGenerator")) {
      if (generator.path("name").equals(volume.at("/configMap/name"))) {
        for (JsonNode file : generator.path("files")) {
          Path path = manifests.resolve(file.asText());
          files.put(path.getFileName().toString(), Files.readString(path));
        }
      }
    }
    return files;
  }

  /** A folder as the kubelet lays it out: each file is a link into a folder that is replaced. */
  private String files(String name, Map<String, String> contents, String rights)
      throws IOException {
    Path volume = folder.resolve(name);
    if (!Files.exists(volume)) {
      Path content = Files.createDirectories(volume.resolve("..content"));
      Files.createSymbolicLink(volume.resolve("..data"), Path.of("..content"));
      for (Map.Entry<String, String> file : contents.entrySet()) {
        Path written = Files.writeString(content.resolve(file.getKey()), file.getValue());
        Files.setPosixFilePermissions(written, PosixFilePermissions.fromString(rights));
        Files.createSymbolicLink(volume.resolve(file.getKey()), Path.of("..data", file.getKey()));
      }
      for (Path path : List.of(folder, volume, content)) {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
    return volume.toString();
  }

  /** A volume that every user may write, as it is the pod's group's in Kubernetes. */
  private String claim(String name) {
    String volume = "amoeba-check-kubernetes-" + name;
    if (claims.add(volume)) {
      engine.docker("volume", "create", "--label", LABEL, volume);
      engine.docker(
          "run",
          "--rm",
          "--label",
          LABEL,
          "--user",
          "0:0",
          "--entrypoint",
          "chmod",
          "--volume",
          volume + ":/volume",
          image("redis:8"),
          "777",
          "/volume");
    }
    return volume;
  }

  private List<String> program(JsonNode container, Place place) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (JsonNode variable : container.path("env")) {
      variables.put(variable.path("name").asText(), value(variable, place, variables));
    }
    List<String> words = new ArrayList<>();
    variables.forEach((name, value) -> words.addAll(List.of("--env", name + "=" + value)));
    List<String> command =
        each(container.path("command")).map(word -> filled(word.asText(), variables)).toList();
    if (!command.isEmpty()) {
      words.addAll(List.of("--entrypoint", command.get(0)));
    }
    words.add(image(container.path("image").asText()));
    command.stream().skip(1).forEach(words::add);
    each(container.path("args")).forEach(word -> words.add(filled(word.asText(), variables)));
    return words;
  }

  private String value(JsonNode variable, Place place, Map<String, String> before) {
    JsonNode from = variable.path("valueFrom");
    if (from.has("secretKeyRef")) {
      JsonNode key = from.path("secretKeyRef");
      return secret(key.path("name").asText(), key.path("key").asText());
    }
    return switch (from.at("/fieldRef/fieldPath").asText()) {
      case "" -> filled(variable.path("value").asText(), before);
      case "metadata.name" -> place.name();
      case "status.podIP" -> address(place.address());
      case "status.hostIP" -> address(place.node());
      default -> throw new IllegalArgumentException("not known here: " + from);
    };
  }

  private static String filled(String text, Map<String, String> variables) {
    return REFERENCE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(variables.getOrDefault(found.group(1), "")));
  }

  /** An image of this build, or the base that it was given. */
  static String image(String name) {
    String version = System.getenv().getOrDefault("AMOEBA_VERSION", "dev");
    if (IMAGE_OF_AMOEBA.matcher(name).matches()) {
      return "amoeba/amoeba:" + version;
    }
    if (name.startsWith("redis:")) {
      return Containers.images().variables().getOrDefault("REDIS_IMAGE", name);
    }
    return "amoeba/flink:" + version; // to which an image of a job adds the job
  }

  /** Whether a probe that is a command succeeds. */
  boolean succeeds(JsonNode probe, String container) {
    List<String> words = new ArrayList<>(List.of("exec", container));
    each(probe.at("/exec/command")).forEach(word -> words.add(word.asText()));
    try {
      engine.docker(words);
      return true;
    } catch (ContainerException e) {
      return false;
    }
  }

  /** Removes a pod, and keeps its claims. */
  void remove(String pod) {
    String all =
        engine.docker(
            "ps", "--all", "--quiet", "--filter", "label=" + LABEL, "--filter", "name=^" + pod);
    all.lines().forEach(id -> engine.docker("rm", "--force", "--volumes", id));
  }

  static Stream<JsonNode> each(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  @Override
  public void close() {
    String label = "label=" + LABEL;
    for (String id : engine.docker("ps", "-aq", "--filter", label).lines().toList()) {
      engine.docker("rm", "--force", "--volumes", id);
    }
    for (String id : engine.docker("volume", "ls", "-q", "--filter", label).lines().toList()) {
      engine.docker("volume", "rm", id);
    }
    for (String id : engine.docker("network", "ls", "-q", "--filter", label).lines().toList()) {
      engine.docker("network", "rm", id);
    }
  }
}
