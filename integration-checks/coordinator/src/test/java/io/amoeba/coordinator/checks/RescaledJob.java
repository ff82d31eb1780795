package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.changes.parallelism.OpenRescale;
import io.amoeba.coordinator.changes.parallelism.RescaleJob;
import io.amoeba.coordinator.checks.testjob.PartitionedJob;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.state.OperationFile;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job with two subtasks on a real Flink with three nodes, each of which has a primary of a real
 * Redis Cluster: it is to get a third subtask.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
abstract class RescaledJob {

  static final int NODES = 3;
  static final int FEWER = 2;
  static final Duration PATIENCE = Duration.ofMinutes(4);

  @TempDir static Path folder = Path.of("");
  static EmbeddedCluster cluster;

  final Path file = folder.resolve("plans.json");
  String job = "";
  int jars;
  String address = "";
  PlanDriver plans;
  private Optional<CoordinatorService> coordinator = Optional.empty();
  Optional<CoordinatorProcess> process = Optional.empty();

  @BeforeAll
  static void startClusters() {
    startClusters(FlinkVersion.V2_3);
  }

  static void startClusters(FlinkVersion version) {
    startClusters(FlinkSettings.of(version));
  }

  /** Redis writes every change to its disks before it acknowledges it. */
  static void startClusters(FlinkSettings flink) {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .redis(RedisSettings.defaults().with("appendonly", "yes").with("appendfsync", "always"))
            .flink(flink.withConfig(Map.of("execution.checkpointing.interval", "1s")))
            .start();
  }

  @AfterAll
  static void endClusters() {
    cluster.close();
  }

  @BeforeEach
  void submit() throws IOException {
    Files.deleteIfExists(file);
    // They may have to find the JobManager that was started by the test before.
    await().atMost(PATIENCE).until(() -> freeTaskSlots() == NODES);
    job = JobJar.submit(cluster, folder, FEWER);
    jars = cluster.flink().get("/jars").path("files").size();
  }

  /** Instead of the job that can be restarted. */
  void submitWithFuse() throws IOException {
    cluster.flink().jobs().cancel(job);
    await().atMost(PATIENCE).until(() -> alive() == 0);
    job = JobJar.submit(cluster, folder, FEWER, folder.toString());
  }

  @AfterEach
  void endAll() {
    coordinator.ifPresent(CoordinatorService::close);
    process.ifPresent(CoordinatorProcess::close);
    // One that does not run yet, or restarts, runs a moment later.
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              for (JsonNode one : jobs()) {
                if (one.path("state").asText().equals("RUNNING")) {
                  cluster.flink().jobs().cancel(one.path("jid").asText());
                }
              }
              return alive() == 0;
            });
  }

  boolean isAlarm() {
    return symptoms().contains("JOB_DOWN");
  }

  static void assertRunsFromSavepoint(String id, int parallelism) {
    assertRunsFromSavepoint(false, id, parallelism);
  }

  /** One that has begun may have been restored from a checkpoint of its own since. */
  static void assertRunsFromSavepoint(boolean begun, String id, int parallelism) {
    cluster.flink().jobs().awaitRunning(id, PATIENCE);
    JsonNode restored = Checkpoints.awaitOne(cluster, id, "restored");
    if (!begun || restored.path("is_savepoint").asBoolean()) {
      assertThat(restored.path("is_savepoint").asBoolean()).isTrue();
      assertThat(restored.path("external_path").asText()).contains("savepoints/amoeba-");
    }
    assertParallelism(id, parallelism);
  }

  static void assertParallelism(String id, int parallelism) {
    for (JsonNode vertex : cluster.flink().get("/jobs/" + id).path("vertices")) {
      if (vertex.path("name").asText().startsWith("Toll")) {
        assertThat(vertex.path("parallelism").asInt()).isEqualTo(parallelism);
      }
    }
  }

  Optional<OpenRescale> journal() {
    return new OperationFile(OperationFile.path(file), Leadership.ALONE)
        .open(Map.of(RescaleJob.KIND, OpenRescale.class))
        .map(entry -> (OpenRescale) entry.state());
  }

  List<String> symptoms() {
    return plans.api().symptoms();
  }

  static JsonNode jobs() {
    return cluster.flink().get("/jobs/overview").path("jobs");
  }

  static int alive() {
    int alive = 0;
    for (JsonNode one : jobs()) {
      alive += one.path("end-time").asLong() < 0 ? 1 : 0;
    }
    return alive;
  }

  private static int freeTaskSlots() {
    return cluster
        .flink()
        .get("/taskmanagers")
        .path("taskmanagers")
        .findValues("freeSlots")
        .stream()
        .mapToInt(JsonNode::asInt)
        .sum();
  }

  static String running() {
    for (JsonNode one : jobs()) {
      if (one.path("state").asText().equals("RUNNING")) {
        return one.path("jid").asText();
      }
    }
    return "";
  }

  static int node(String host) {
    for (int node = 1; node <= NODES; node++) {
      if (EmbeddedCluster.nodeHost(node).equals(host)) {
        return node;
      }
    }
    throw new AssertionError("no node " + host);
  }

  static String config(Path savepoints, int startMillis, int port) {
    return config(cluster.flink().restUrl(), savepoints, startMillis, port);
  }

  static String config(URI flink, Path savepoints, int startMillis, int port) {
    return config(
        flink,
        port,
        """
            method: savepoint
            jar: job.jar
            entryClass: %s
            savepoints: '%s'
            startTimeout: %dms
        """
            .formatted(PartitionedJob.class.getName(), savepoints.toUri(), startMillis));
  }

  /**
   * @param flink where the coordinator finds it
   * @param rescale the way, in lines with an indentation of four
   */
  static String config(URI flink, int port, String rescale) {
    return """
    interval: 200ms
    flink: {url: '%s'}
    redis: {endpoints: ['%s']}
    http: {port: %d}
    plans:
      file: plans.json
      measurementWindow: 1s
      rescale:
    %s"""
        .formatted(flink, cluster.redis().server(1).address(), port, rescale);
  }

  void start(String config) {
    CoordinatorService service =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    service.start();
    coordinator = Optional.of(service);
    meet(service.address());
  }

  void meet(String url) {
    address = url;
    plans = PlanDriver.of(url, new ProtocolTaskManager(url, job, 1, 2), PATIENCE);
  }
}
