package io.amoeba.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.state.RescaleFile;
import io.amoeba.coordinator.testjob.PartitionedJob;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job with two subtasks on a real Flink with three nodes, each of which has a primary of a real
 * Redis Cluster: it gets a third subtask.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class RescaleJobIT {

  private static final int NODES = 3;
  private static final int FEWER = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  @TempDir static Path folder = Path.of("");
  private static EmbeddedCluster cluster;

  private final Path file = folder.resolve("plans.json");
  private String job = "";
  private int jars;
  private String address = "";
  private PlanDriver plans;
  private Optional<CoordinatorService> coordinator = Optional.empty();
  private Optional<CoordinatorProcess> process = Optional.empty();

  @BeforeAll
  static void startClusters() {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .redis(RedisSettings.defaults())
            .flink(
                FlinkSettings.of(FlinkVersion.V2_3)
                    .withConfig(Map.of("execution.checkpointing.interval", "1s")))
            .start();
  }

  @AfterAll
  static void endClusters() {
    cluster.close();
  }

  @BeforeEach
  void submit() throws IOException {
    Files.deleteIfExists(file);
    job = JobJar.submit(cluster, folder, FEWER);
    jars = cluster.flink().get("/jars").path("files").size();
  }

  @AfterEach
  void endAll() {
    coordinator.ifPresent(CoordinatorService::close);
    process.ifPresent(CoordinatorProcess::close);
    for (JsonNode one : jobs()) {
      if (one.path("state").asText().equals("RUNNING")) {
        cluster.flink().cancel(one.path("jid").asText());
      }
    }
    await().atMost(PATIENCE).until(() -> alive() == 0);
  }

  @Test
  void theJobGoesOnFromItsSavepointWithASubtaskOnEveryNodeAndThenRoutingIsAligned() {
    start(config(folder.resolve("savepoints"), 60_000, 0));
    JsonNode plan = plans.awaitProposed();
    assertThat(plan.path("action").asText()).isEqualTo("rescale_job");
    assertThat(plan.at("/rescaleJob/from").asInt()).isEqualTo(FEWER);
    assertThat(plan.at("/rescaleJob/to").asInt()).isEqualTo(NODES);
    assertThat(plan.at("/rescaleJob/nodes")).hasSize(1);
    assertThat(plan.at("/gain/localShareAfter").asDouble()).isEqualTo(1.0);
    assertThat(cluster.flink().jobState(job)).as("nobody has approved").isEqualTo("RUNNING");
    String id = plan.path("id").asText();

    plans.approve(id);

    plans.awaitEnd(id, "completed");
    String successor = plans.plan(id).path("rescaledJob").asText();
    assertThat(cluster.flink().jobState(job)).isEqualTo("FINISHED");
    assertRunsFromSavepoint(successor, NODES);
    assertThat(cluster.flink().get("/jars").path("files"))
        .as("none stays but those that tests have submitted")
        .hasSize(jars);

    plans =
        PlanDriver.of(address, new ProtocolTaskManager(address, successor, 11, 12, 13), PATIENCE);
    assertThat(plans.carryOut().path("action").asText()).isEqualTo("align_routing");
    plans.awaiting(
        () -> plans.get("api/v1/state").at("/operators/0/alignedShare").asDouble() == 1.0);
    plans.awaiting(() -> plans.plan(id).at("/outcome/verdict").isTextual());
    assertThat(plans.get("api/v1/plans").path("plans")).hasSize(2);
  }

  @Test
  void aSavepointThatCannotBeWrittenLeavesTheJobAsItIs() throws IOException {
    Path noFolder = Files.writeString(folder.resolve("no-folder"), "");
    start(config(noFolder, 60_000, 0));
    String id = plans.awaitProposed().path("id").asText();

    plans.approve(id);

    plans.awaitEnd(id, "failed");
    assertThat(plans.plan(id).toString()).contains("it was not stopped, and goes on as it is");
    cluster.flink().awaitRunning(job, PATIENCE);
    assertThat(alive()).isEqualTo(1);
    assertThat(new RescaleFile(RescaleFile.path(file), Leadership.ALONE).open()).isEmpty();
    assertThat(plans.awaitProposed().path("action").asText())
        .as("not again")
        .isEqualTo("align_routing");
  }

  /** Whether a subtask had begun when it was lost is a matter of milliseconds. */
  @Test
  void aTaskManagerThatIsLostMeanwhileBringsTheOldParallelismBackOrAnAlarm() {
    start(config(folder.resolve("savepoints"), 6_000, 0));
    JsonNode plan = plans.awaitProposed();
    String id = plan.path("id").asText();
    int node = node(plan.at("/rescaleJob/nodes/0").asText());

    plans.approve(id);
    plans.awaiting(() -> cluster.flink().jobState(job).equals("FINISHED"));
    cluster.flink().taskManager(node).kill();
    plans.awaiting(() -> plans.plan(id).path("state").asText().equals("failed") || isAlarm());
    boolean begun = isAlarm();
    cluster.flink().startTaskManager(node);
    plans.awaitEnd(id, begun ? "completed" : "failed");

    assertThat(plans.plan(id).toString())
        .contains(begun ? "has 3 subtasks" : "with 2 subtasks, as before");
    assertThat(alive()).isEqualTo(1);
    assertRunsFromSavepoint(begun, running(), begun ? NODES : FEWER);
    assertThat(isAlarm()).isFalse();
  }

  private boolean isAlarm() {
    return plans.get("api/v1/state").path("symptoms").toString().contains("ALARM: job ");
  }

  @Test
  void aCoordinatorThatIsKilledWhileTheJobIsStoppedIsFollowedByOneThatStartsIt()
      throws IOException, InterruptedException {
    int port = cluster.ports().next("127.0.0.1");
    String config = config(folder.resolve("savepoints"), 60_000, port);
    CoordinatorProcess first = CoordinatorProcess.start(folder, config, port);
    process = Optional.of(first);
    meet(first.address());
    String id = plans.awaitProposed().path("id").asText();

    plans.approve(id);
    Path journal = RescaleFile.path(file);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !cluster.flink().jobState(job).equals("RUNNING"));
    first.kill();
    start(config(folder.resolve("savepoints"), 60_000, 0));

    plans.awaitEnd(id, "completed");
    JsonNode done = plans.plan(id);
    assertThat(done.at("/events").findValuesAsText("state"))
        .containsExactly("proposed", "approved", "executing", "completed");
    assertThat(alive()).isEqualTo(1);
    assertRunsFromSavepoint(done.path("rescaledJob").asText(), NODES);
    assertThat(journal).doesNotExist();
  }

  private static void assertRunsFromSavepoint(String id, int parallelism) {
    assertRunsFromSavepoint(false, id, parallelism);
  }

  /** One that has begun may have been restored from a checkpoint of its own since. */
  private static void assertRunsFromSavepoint(boolean begun, String id, int parallelism) {
    cluster.flink().awaitRunning(id, PATIENCE);
    JsonNode restored = cluster.flink().get("/jobs/" + id + "/checkpoints").at("/latest/restored");
    if (!begun || restored.path("is_savepoint").asBoolean()) {
      assertThat(restored.path("is_savepoint").asBoolean()).isTrue();
      assertThat(restored.path("external_path").asText()).contains("savepoints/amoeba-");
    }
    for (JsonNode vertex : cluster.flink().get("/jobs/" + id).path("vertices")) {
      if (vertex.path("name").asText().startsWith("Toll")) {
        assertThat(vertex.path("parallelism").asInt()).isEqualTo(parallelism);
      }
    }
  }

  private static JsonNode jobs() {
    return cluster.flink().get("/jobs/overview").path("jobs");
  }

  private static int alive() {
    int alive = 0;
    for (JsonNode one : jobs()) {
      alive += one.path("end-time").asLong() < 0 ? 1 : 0;
    }
    return alive;
  }

  private static String running() {
    for (JsonNode one : jobs()) {
      if (one.path("state").asText().equals("RUNNING")) {
        return one.path("jid").asText();
      }
    }
    return "";
  }

  private static int node(String host) {
    for (int node = 1; node <= NODES; node++) {
      if (EmbeddedCluster.nodeHost(node).equals(host)) {
        return node;
      }
    }
    throw new AssertionError("no node " + host);
  }

  private static String config(Path savepoints, int startMillis, int port) {
    return """
    intervalMillis: 200
    flink: {url: '%s'}
    redis: {endpoints: ['%s']}
    http: {port: %d}
    plans:
      file: plans.json
      measureMillis: 1000
      rescale:
        way: savepoint
        jar: job.jar
        entryClass: %s
        savepoints: '%s'
        startMillis: %d
    """
        .formatted(
            cluster.flink().restUrl(),
            cluster.redis().server(1).address(),
            port,
            PartitionedJob.class.getName(),
            savepoints.toUri(),
            startMillis);
  }

  private void start(String config) {
    CoordinatorService service =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    service.start();
    coordinator = Optional.of(service);
    meet(service.address());
  }

  private void meet(String url) {
    address = url;
    plans = PlanDriver.of(url, new ProtocolTaskManager(url, job, 1, 2), PATIENCE);
  }
}
