package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.containers.checks.ExamplePods.Place;
import io.amoeba.embedded.flink.FlinkJobs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example for Kubernetes on containers: three nodes, each a Redis server and a TaskManager, two
 * coordinators, and a job whose routing they align. Each test continues what the one before left.
 */
@Tag("long")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KubernetesExampleIT {
  private static final int NODES = 3;
  private static final int FIRST_NODE = 11;
  private static final int FIRST_OTHER_NODE = 31;
  private static final int FIRST_COORDINATOR = 51;
  private static final int JOB_MANAGER = 60;
  private static final int FIRST_TASK_MANAGER = 61;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Path DOCKER = Path.of(System.getProperty("amoeba.docker")).toAbsolutePath();
  private static final Path JOB = Path.of(System.getProperty("amoeba.job.jar")).toAbsolutePath();
  private static final Pattern PLAN = Pattern.compile("plan-\\d+");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir static Path folder = Path.of("");
  private static ExamplePods pods;
  private static JsonNode redis;
  private static JsonNode coordinator;
  private static JsonNode flink;

  @BeforeAll
  static void read() throws IOException {
    Containers.images();
    pods = new ExamplePods(DOCKER.resolve("kubernetes").normalize(), folder);
    redis = pods.object("redis.yaml", "StatefulSet", "redis").at("/spec/template");
    coordinator =
        pods.object("coordinator.yaml", "StatefulSet", "amoeba-coordinator").at("/spec/template");
    flink = pods.object("flink.yaml", "FlinkDeployment", "tolls");
  }

  @AfterAll
  static void end() {
    if (pods != null) {
      pods.close();
    }
    assertThat(
            Containers.engine().docker("ps", "-aq", "--filter", "label=io.amoeba.check=kubernetes"))
        .isEmpty();
  }

  /** By the probes of their pods. */
  @Test
  @Order(1)
  void serversBecomeOneClusterWithEqualShares() throws IOException {
    startRedis(FIRST_NODE);

    awaitRedis();
    assertThat(hashSlots()).containsExactlyInAnyOrder(5461, 5461, 5462);
  }

  /** As pods do that were started on other nodes. */
  @Test
  @Order(2)
  void serversThatAllHaveMovedFindEachOtherAgain() throws IOException {
    List<Integer> before = hashSlots();
    String ids = myIds();
    IntStream.range(0, NODES).forEach(server -> pods.remove("redis-" + server));

    startRedis(FIRST_OTHER_NODE);

    awaitRedis();
    assertThat(myIds()).isEqualTo(ids);
    assertThat(hashSlots()).isEqualTo(before);
    assertThat(cli(0, "cluster", "nodes"))
        .contains(ExamplePods.address(FIRST_OTHER_NODE + 2) + ":6379@")
        .doesNotContain(ExamplePods.address(FIRST_NODE) + ":");
  }

  @Test
  @Order(3)
  void oneOfTheCoordinatorsLeadsAndTheOtherOneTakesOver() throws IOException {
    for (int number = 0; number < 2; number++) {
      startCoordinator(number);
    }
    await().atMost(PATIENCE).ignoreExceptions().until(() -> status(0, "/health") == 200);
    await().atMost(PATIENCE).ignoreExceptions().until(() -> status(1, "/health") == 200);
    int leader = awaitLeader();
    assertThat(status(1 - leader, "/ready")).isEqualTo(503);
    assertThat(get(1 - leader, "/api/v1/lease", "viewer-token").path("leader").asText())
        .isEqualTo("http://amoeba-coordinator-%d.amoeba-coordinator:7070".formatted(leader));

    Containers.engine().docker("kill", "amoeba-coordinator-" + leader);

    await().atMost(PATIENCE).ignoreExceptions().until(() -> status(1 - leader, "/ready") == 200);
    pods.remove("amoeba-coordinator-" + leader);
    startCoordinator(leader);
    await().atMost(PATIENCE).ignoreExceptions().until(() -> status(leader, "/health") == 200);
  }

  @Test
  @Order(4)
  void routingOfAJobIsAlignedToTheServersOfItsNodes() throws IOException {
    startFlink();
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> jobs().get("/taskmanagers").path("taskmanagers").size() == NODES);
    runJob();

    // A plan that was made before all TaskManagers had reported is stale, and is replaced.
    await().atMost(PATIENCE).ignoreExceptions().until(() -> !amoeba("approve", plan()).isBlank());

    await().atMost(PATIENCE).ignoreExceptions().until(() -> alignedShare() == 1.0);
    List<String> hosts =
        IntStream.range(0, NODES).mapToObj(n -> ExamplePods.address(FIRST_OTHER_NODE + n)).toList();
    assertThat(ExamplePods.each(state().path("nodes")).map(node -> node.path("name").asText()))
        .as("nodes, each with a TaskManager and a primary")
        .containsExactlyInAnyOrderElementsOf(hosts);
  }

  @Test
  @Order(5)
  void doctorFindsNoErrorInThePod() throws IOException {
    JsonNode answer = JSON.readTree(doctor());

    assertThat(answer.path("findings"))
        .filteredOn(finding -> finding.path("severity").asText().equals("error"))
        .isEmpty();
    assertThat(answer.path("findings").findValuesAsText("code"))
        .contains("REDIS_REACHABLE", "REDIS_LOGIN", "REDIS_PERMISSIONS", "FLINK_REACHABLE");
    assertThat(answer.path("findings"))
        .filteredOn(finding -> finding.path("severity").asText().equals("warning"))
        .extracting(finding -> finding.path("code").asText())
        .doesNotContain("HTTP_ACCESS", "TASK_MANAGER_ACCESS", "SECRET_FILES", "REDIS_PERMISSIONS");
  }

  /** The newest plan, as the command line lists it. */
  private static String plan() {
    return PLAN.matcher(amoeba("plans"))
        .results()
        .map(MatchResult::group)
        .max(Comparator.comparing((String plan) -> plan.length()).thenComparing(plan -> plan))
        .orElseThrow();
  }

  private static void startRedis(int firstNode) throws IOException {
    for (int number = 0; number < NODES; number++) {
      String name = "redis-" + number;
      int node = firstNode + number;
      pods.start(redis, new Place(name, List.of(name + ".redis"), node, node));
    }
  }

  private static void awaitRedis() {
    JsonNode server = redis.at("/spec/containers/0");
    for (int number = 0; number < NODES; number++) {
      String pod = "redis-" + number;
      for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
        await().atMost(PATIENCE).until(() -> pods.succeeds(server.path(probe), pod));
      }
    }
    await().atMost(PATIENCE).until(() -> hashSlots().stream().mapToInt(n -> n).sum() == 16_384);
  }

  private static List<Integer> hashSlots() {
    return cli(0, "cluster", "nodes")
        .lines()
        .map(line -> line.split(" "))
        .sorted((a, b) -> a[0].compareTo(b[0]))
        .map(fields -> fields.length > 8 ? fields[8].split("-") : new String[] {"0", "-1"})
        .map(range -> Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1)
        .toList();
  }

  private static String myIds() {
    return IntStream.range(0, NODES)
        .mapToObj(server -> cli(server, "cluster", "myid"))
        .collect(Collectors.joining());
  }

  private static String cli(int server, String... words) {
    return Containers.engine()
        .docker(List.of("exec", "redis-" + server, "redis-cli", "--no-auth-warning"), words);
  }

  private static void startCoordinator(int number) throws IOException {
    String name = "amoeba-coordinator-" + number;
    int address = FIRST_COORDINATOR + number;
    pods.start(
        coordinator, new Place(name, List.of(name + ".amoeba-coordinator"), address, address));
  }

  private static int awaitLeader() {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> status(0, "/ready") == 200 || status(1, "/ready") == 200);
    return IntStream.range(0, 2).filter(KubernetesExampleIT::isReady).findAny().orElseThrow();
  }

  private static boolean isReady(int number) {
    try {
      return status(number, "/ready") == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private static int status(int number, String path) throws IOException {
    return send(HttpRequest.newBuilder(uri(number, path)).build()).statusCode();
  }

  private static URI uri(int number, String path) {
    return URI.create("http://" + ExamplePods.address(FIRST_COORDINATOR + number) + ":7070" + path);
  }

  private static JsonNode get(int number, String path, String token) throws IOException {
    String secret = pods.secret("amoeba-coordinator", token);
    HttpRequest request =
        HttpRequest.newBuilder(uri(number, path))
            .header("Authorization", "Bearer " + secret)
            .build();
    return JSON.readTree(send(request).body());
  }

  private static HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return CLIENT.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static JsonNode state() throws IOException {
    return get(awaitLeader(), "/api/v1/state", "viewer-token");
  }

  private static double alignedShare() throws IOException {
    return ExamplePods.each(state().path("operators"))
        .filter(operator -> operator.path("name").asText().equals("Check"))
        .mapToDouble(operator -> operator.path("alignedShare").asDouble())
        .findAny()
        .orElse(0);
  }

  /** The JobManager and the TaskManagers that the operator would start, with their settings. */
  private static void startFlink() throws IOException {
    String name = "tolls-rest";
    pods.start(
        flinkPod("jobManager", "jobmanager", name),
        new Place(name, List.of(name), JOB_MANAGER, JOB_MANAGER));
    for (int number = 0; number < NODES; number++) {
      String pod = "tolls-taskmanager-1-" + (number + 1);
      pods.start(
          flinkPod("taskManager", "taskmanager", name),
          new Place(pod, List.of(pod), FIRST_TASK_MANAGER + number, FIRST_OTHER_NODE + number));
    }
  }

  private static JsonNode flinkPod(String part, String argument, String jobManager) {
    ObjectNode pod = flink.at("/spec/podTemplate").deepCopy();
    ObjectNode spec = (ObjectNode) pod.path("spec");
    ObjectNode main = (ObjectNode) spec.at("/containers/0");
    JsonNode own = flink.at("/spec/" + part + "/podTemplate/spec");
    own.path("volumes").forEach(spec.withArray("/volumes")::add);
    own.at("/containers/0/volumeMounts").forEach(main.withArray("/volumeMounts")::add);
    main.set("env", JSON.createArrayNode());
    own.at("/containers/0/env").forEach(main.withArray("/env")::add);
    main.put("image", flink.at("/spec/image").asText());
    main.putArray("args").add(argument);
    Map<String, String> settings =
        flink.at("/spec/flinkConfiguration").properties().stream()
            // There is no Kubernetes that would keep its ConfigMaps.
            .filter(setting -> !setting.getKey().startsWith("high-availability"))
            .collect(Collectors.toMap(Map.Entry::getKey, setting -> setting.getValue().asText()));
    settings.put("jobmanager.rpc.address", jobManager);
    settings.put(
        argument + ".memory.process.size", flink.at("/spec/" + part + "/resource/memory").asText());
    if (argument.equals("taskmanager")) {
      settings.put("taskmanager.resource-id", "${POD_NAME}");
      settings.put("taskmanager.host", "${POD_IP}");
      field(main, "POD_NAME", "metadata.name");
      field(main, "POD_IP", "status.podIP");
    }
    main.withArray("/env")
        .addObject()
        .put("name", "FLINK_PROPERTIES")
        .put(
            "value",
            settings.entrySet().stream()
                .map(setting -> setting.getKey() + ": " + setting.getValue())
                .collect(Collectors.joining("\n")));
    return pod;
  }

  private static void field(ObjectNode container, String name, String path) {
    container
        .withArray("/env")
        .addObject()
        .put("name", name)
        .putObject("valueFrom")
        .putObject("fieldRef")
        .put("fieldPath", path);
  }

  private static FlinkJobs jobs() {
    return FlinkJobs.at(URI.create("http://" + ExamplePods.address(JOB_MANAGER) + ":8081"));
  }

  /** A job that counts in Redis, of this session: the image of the example has one of its own. */
  private static void runJob() {
    String password = pods.secret("redis", "password");
    assertThat(Containers.engine().docker("exec", "tolls-rest", "ls", "/opt/flink/lib"))
        .contains("flink-aligned-partitioner.jar");
    String server = ExamplePods.address(FIRST_OTHER_NODE);
    String unused =
        jobs()
            .run(
                JOB,
                "io.amoeba.handover.HandOverCheckJob",
                List.of(
                    "redis://%s@%s:6379".formatted(password, server), "tolls", "2000", "ordered"),
                NODES);
  }

  /** The command line in the pod of the leader, as the page for operators has it. */
  private static String amoeba(String... words) {
    List<String> urls =
        IntStream.range(0, 2)
            .mapToObj("http://amoeba-coordinator-%d.amoeba-coordinator:7070"::formatted)
            .toList();
    List<String> command =
        List.of(
            "exec",
            "--env",
            "AMOEBA_OPTS=-Xmx64m",
            "--env",
            "AMOEBA_COORDINATOR_URL=" + String.join(",", urls),
            "--env",
            "AMOEBA_COORDINATOR_TOKEN_FILE=/etc/amoeba/secrets/operator-token",
            "amoeba-coordinator-0",
            "amoeba");
    return Containers.engine().docker(command, words);
  }

  /** Also where it ends with 1, for warnings. */
  private static String doctor() {
    return Containers.engine()
        .docker(
            "exec",
            "--env",
            "AMOEBA_OPTS=-Xmx64m",
            "amoeba-coordinator-0",
            "sh",
            "-c",
            "amoeba doctor --config /etc/amoeba/config/coordinator.yaml --json || [ $? = 1 ]");
  }
}
