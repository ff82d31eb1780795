package io.amoeba.distribution.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whether the manifests are what Kubernetes takes, and whether each leads to the others. */
class KubernetesManifestsTest {
  private static final Manifests MANIFESTS = Manifests.read();
  private static final JsonNode REDIS = MANIFESTS.object("StatefulSet", "redis");
  private static final JsonNode COORDINATOR = MANIFESTS.object("StatefulSet", "amoeba-coordinator");
  private static final JsonNode FLINK = MANIFESTS.object("FlinkDeployment", "tolls");
  private static final JsonNode TASK_MANAGER = Manifests.flinkPod(FLINK, "taskmanager");
  private static final JsonNode SETTINGS = Manifests.document("coordinator/coordinator.yaml");

  @BeforeAll
  static void allAreThere() {
    assertThat(MANIFESTS.all()).hasSizeGreaterThan(15);
  }

  @Test
  void kubernetesTakesEveryManifest() {
    for (KubernetesSchemas schemas : schemas()) {
      for (JsonNode object : MANIFESTS.all()) {
        assertThat(schemas.faults(object))
            .as("%s in Kubernetes %s", Manifests.title(object), schemas)
            .isEmpty();
      }
    }
  }

  /** Of the check above: it finds what is easily overlooked. */
  @Test
  void misspelledKeysMissingOnesAndWrongTypesAreFound() {
    for (KubernetesSchemas schemas : schemas()) {
      ObjectNode misspelled = REDIS.deepCopy();
      ((ObjectNode) misspelled.at("/spec/template/spec/containers/0"))
          .set("readinessprobe", misspelled.objectNode());
      ObjectNode missing = REDIS.deepCopy();
      ((ObjectNode) missing.at("/spec/template/spec/containers/0")).remove("name");
      ObjectNode number = REDIS.deepCopy();
      ((ObjectNode) number.path("spec")).put("replicas", "three");
      ObjectNode nested = FLINK.deepCopy();
      ((ObjectNode) nested.at("/spec/taskManager/podTemplate/spec")).put("hostnetwork", true);

      for (JsonNode wrong : List.of(misspelled, missing, number, nested)) {
        assertThat(schemas.faults(wrong)).as("%s in %s", wrong, schemas).isNotEmpty();
      }
    }
  }

  private static List<KubernetesSchemas> schemas() {
    List<KubernetesSchemas> schemas = KubernetesSchemas.available();
    Assumptions.assumeFalse(
        schemas.isEmpty(), "no schemas: mvn $(.ci/kubernetes-schemas target/kubernetes-schemas)");
    return schemas;
  }

  @Test
  void kustomizeHasEveryFile() {
    JsonNode list = Manifests.document("kustomization.yaml");
    Set<String> wanted =
        Manifests.files().stream()
            .map(file -> Manifests.FOLDER.relativize(file).toString())
            .filter(file -> !file.startsWith("optional"))
            .collect(Collectors.toSet());

    assertThat(texts(list.path("resources"))).containsExactlyInAnyOrderElementsOf(wanted);
    assertThat(list.path("configMapGenerator").findValues("files"))
        .flatExtracting(KubernetesManifestsTest::texts)
        .hasSize(3)
        .allSatisfy(file -> assertThat(Manifests.FOLDER.resolve(file)).isRegularFile());
    assertThat(MANIFESTS.all())
        .as("objects get the namespace of the list")
        .allSatisfy(
            object -> assertThat(object.at("/metadata/namespace").isMissingNode()).isTrue());
  }

  @Test
  void everySelectorLeadsToPods() {
    List<JsonNode> selectors =
        MANIFESTS.all().stream()
            .flatMap(
                object ->
                    Stream.of("podSelector", "labelSelector", "matchLabels")
                        .flatMap(key -> object.findValues(key).stream()))
            .map(
                selector ->
                    selector.path("matchLabels").isObject()
                        ? selector.path("matchLabels")
                        : selector)
            .filter(labels -> !labels.has("kubernetes.io/metadata.name"))
            .toList();
    List<JsonNode> ofServices =
        MANIFESTS.ofKind("Service").stream().map(service -> service.at("/spec/selector")).toList();

    assertThat(selectors).hasSizeGreaterThan(15);
    assertThat(Stream.concat(selectors.stream(), ofServices.stream()))
        .allSatisfy(
            labels ->
                assertThat(MANIFESTS.podTemplates())
                    .as(labels.toString())
                    .anyMatch(pod -> has(pod.at("/metadata/labels"), labels)));
  }

  private static boolean has(JsonNode labels, JsonNode selector) {
    return selector.properties().stream()
        .allMatch(label -> label.getValue().equals(labels.path(label.getKey())));
  }

  @Test
  void thereIsATaskManagerAndAnEndpointForEachPrimary() {
    int primaries = REDIS.at("/spec/replicas").asInt();

    assertThat(
            variable(REDIS.at("/spec/template/spec/containers/1"), "NODES").path("value").asInt())
        .isEqualTo(primaries);
    assertThat(FLINK.at("/spec/job/parallelism").asInt()).isEqualTo(primaries);
    assertThat(FLINK.at("/spec/flinkConfiguration/taskmanager.numberOfTaskSlots").asText())
        .isEqualTo("1");
    List<String> endpoints = addresses(REDIS, 6379);
    assertThat(endpoints).hasSize(primaries);
    assertThat(texts(SETTINGS.at("/redis/endpoints"))).isEqualTo(endpoints);
    assertThat(texts(FLINK.at("/spec/job/args")))
        .contains("--redis=" + String.join(",", endpoints));
  }

  /** {@code POD.SERVICE:PORT} of each pod of a set. */
  private static List<String> addresses(JsonNode set, int port) {
    String service = set.at("/spec/serviceName").asText();
    JsonNode headless = MANIFESTS.object("Service", service);
    assertThat(headless.at("/spec/clusterIP").asText()).isEqualTo("None");
    assertThat(headless.at("/spec/ports").findValues("port")).anyMatch(p -> p.asInt() == port);
    return IntStream.range(0, set.at("/spec/replicas").asInt())
        .mapToObj(pod -> "%s-%d.%s:%d".formatted(Manifests.name(set), pod, service, port))
        .toList();
  }

  @Test
  void taskManagersAndCoordinatorsFindEachOther() {
    JsonNode main = TASK_MANAGER.at("/spec/containers/0");
    assertThat(variable(main, "AMOEBA_COORDINATOR_URL").path("value").asText())
        .isEqualTo(
            addresses(COORDINATOR, SETTINGS.at("/http/port").asInt()).stream()
                .map(address -> "http://" + address)
                .collect(Collectors.joining(",")));
    assertThat(variable(main, "AMOEBA_NODE_HOST").at("/valueFrom/fieldRef/fieldPath").asText())
        .isEqualTo("status.hostIP");
    assertThat(REDIS.at("/spec/template/spec/hostNetwork").asBoolean()).isTrue();

    JsonNode coordinator = COORDINATOR.at("/spec/template/spec/containers/0");
    assertThat(variable(coordinator, "AMOEBA_ADDRESS").path("value").asText())
        .isEqualTo("http://$(POD_NAME).amoeba-coordinator:7070");
    assertThat(SETTINGS.at("/lease/addressEnv").asText()).isEqualTo("AMOEBA_ADDRESS");
    assertThat(SETTINGS.at("/flink/url").asText())
        .isEqualTo("http://%s-rest:8081".formatted(Manifests.name(FLINK)));
    assertThat(SETTINGS.at("/http/tokens").findValuesAsText("taskManager"))
        .as("pods of the operator are named so")
        .containsExactly(Manifests.name(FLINK) + "-taskmanager-*");
  }

  @Test
  void everyFileThatIsNamedIsMounted() throws Exception {
    String secrets = Files.readString(Manifests.FOLDER.resolve("make-secrets.sh"));
    Map<String, Set<String>> keys =
        Manifests.documents(
                secrets.substring(secrets.indexOf("apiVersion"), secrets.lastIndexOf("SECRETS")))
            .stream()
            .collect(
                Collectors.toMap(
                    Manifests::name, secret -> new TreeSet<>(names(secret.path("stringData")))));

    assertThat(files(SETTINGS))
        .hasSize(5)
        .allSatisfy(
            file ->
                assertThat(mounted(COORDINATOR.at("/spec/template"), file, keys))
                    .as(file)
                    .isTrue());
    for (String name : List.of("AMOEBA_COORDINATOR_TOKEN_FILE", "AMOEBA_PLACEMENT_SECRET_FILE")) {
      String file = variable(TASK_MANAGER.at("/spec/containers/0"), name).path("value").asText();
      assertThat(mounted(TASK_MANAGER, file, keys)).as(file).isTrue();
    }
    for (JsonNode pod : MANIFESTS.podTemplates()) {
      for (JsonNode reference : pod.findValues("secretKeyRef")) {
        assertThat(keys.get(reference.path("name").asText()))
            .contains(reference.path("key").asText());
      }
    }
    for (JsonNode monitor : MANIFESTS.ofKind("ServiceMonitor")) {
      JsonNode credentials = monitor.at("/spec/endpoints/0/authorization/credentials");
      assertThat(keys.get(credentials.path("name").asText()))
          .contains(credentials.path("key").asText());
    }
  }

  /** Values of all keys that name files of secrets. */
  private static List<String> files(JsonNode settings) {
    return Stream.of("passwordFile", "tokenFile", "secretFile")
        .flatMap(key -> settings.findValuesAsText(key).stream())
        .toList();
  }

  private static boolean mounted(JsonNode pod, String file, Map<String, Set<String>> keys) {
    int slash = file.lastIndexOf('/');
    String folder = file.substring(0, slash);
    String key = file.substring(slash + 1);
    return Manifests.each(pod.at("/spec/containers/0/volumeMounts"))
        .filter(mount -> mount.path("mountPath").asText().equals(folder))
        .flatMap(
            mount ->
                Manifests.each(pod.at("/spec/volumes"))
                    .filter(volume -> volume.path("name").equals(mount.path("name"))))
        .map(volume -> volume.at("/secret/secretName").asText())
        .anyMatch(secret -> keys.getOrDefault(secret, Set.of()).contains(key));
  }

  @Test
  void everyMountHasItsVolumeAndEveryVolumeItsObject() {
    Set<String> configMaps =
        Set.copyOf(Manifests.document("kustomization.yaml").findValuesAsText("name"));
    Set<String> claims =
        MANIFESTS.ofKind("PersistentVolumeClaim").stream()
            .map(Manifests::name)
            .collect(Collectors.toSet());
    for (JsonNode pod : MANIFESTS.podTemplates()) {
      Set<String> volumes = new TreeSet<>(pod.at("/spec/volumes").findValuesAsText("name"));
      volumes.add("data"); // of the claim template
      assertThat(pod.at("/spec/containers").findValues("volumeMounts"))
          .flatExtracting(mounts -> mounts.findValuesAsText("name"))
          .isNotEmpty()
          .isSubsetOf(volumes);
      assertThat(pod.findValues("configMap"))
          .allSatisfy(map -> assertThat(configMaps).contains(map.path("name").asText()));
      assertThat(pod.findValuesAsText("claimName")).isSubsetOf(claims);
    }
  }

  @Test
  void podsMayDoNoMoreThanTheyNeed() {
    assertThat(MANIFESTS.podTemplates())
        .hasSize(4)
        .allSatisfy(
            pod -> {
              assertThat(pod.at("/spec/securityContext/runAsNonRoot").asBoolean()).isTrue();
              assertThat(pod.at("/spec/securityContext/seccompProfile/type").asText())
                  .isEqualTo("RuntimeDefault");
              assertThat(Manifests.each(pod.at("/spec/containers")))
                  .isNotEmpty()
                  .allSatisfy(
                      container -> {
                        JsonNode context = container.path("securityContext");
                        assertThat(context.path("allowPrivilegeEscalation").asBoolean(true))
                            .isFalse();
                        assertThat(texts(context.at("/capabilities/drop"))).containsExactly("ALL");
                      });
            });
  }

  @Test
  void probesAskPortsThatAreThere() {
    for (JsonNode set : MANIFESTS.ofKind("StatefulSet")) {
      for (JsonNode container : set.at("/spec/template/spec/containers")) {
        List<String> ports = container.path("ports").findValuesAsText("name");
        assertThat(container.findValues("httpGet"))
            .allSatisfy(probe -> assertThat(ports).contains(probe.path("port").asText()));
        assertThat(container.at("/resources/limits/memory").asText()).endsWith("Mi");
      }
    }
  }

  private static JsonNode variable(JsonNode container, String name) {
    return Manifests.each(container.path("env"))
        .filter(variable -> variable.path("name").asText().equals(name))
        .findAny()
        .orElseThrow();
  }

  private static List<String> texts(JsonNode array) {
    return Manifests.each(array).map(JsonNode::asText).toList();
  }

  private static List<String> names(JsonNode object) {
    return StreamSupport.stream(
            ((Iterable<String>) object::fieldNames).spliterator(), /* parallel= */ false)
        .toList();
  }
}
