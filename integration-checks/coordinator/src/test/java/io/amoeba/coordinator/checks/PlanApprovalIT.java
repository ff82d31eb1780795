package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.checks.testjob.Fuse;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plans that wait for people, with a real Redis Cluster and a real Flink cluster of three nodes. A
 * job that routes by hash is misaligned, so there is always a plan to be made.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class PlanApprovalIT {

  private static final int NODES = 3;

  /** A TaskManager may need 20 s to see that its JobManager is another process. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir static Path folder = Path.of("");
  private static EmbeddedCluster cluster;
  private static String job = "";

  private CoordinatorService coordinator;
  private ProtocolTaskManager taskManager;
  private long incarnation = 100;

  @BeforeAll
  static void startClusters() throws IOException {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .redis(RedisSettings.defaults())
            .flink(FlinkSettings.of(FlinkVersion.V2_3))
            .start();
    job = JobJar.submit(cluster, folder, NODES, folder.toString());
  }

  @AfterAll
  static void endClusters() {
    cluster.close();
  }

  @BeforeEach
  void start() throws IOException {
    Files.deleteIfExists(folder.resolve("plans.json"));
    Files.deleteIfExists(folder.resolve("state.json"));
    startCoordinator("");
    // Routers that have just begun route by hash again.
    taskManager = taskManager();
  }

  @AfterEach
  void end() {
    coordinator.close();
  }

  @Test
  void nothingMovesUntilThePlanIsApprovedAndThenTheJobIsAligned() {
    JsonNode plan = awaitPlan("proposed");
    assertThat(plan.path("reason").asText()).startsWith("Toll: ");
    keepFor(Duration.ofSeconds(2), () -> assertThat(taskManager.active()).isZero());
    assertThat(document().at("/edges/0/epoch").asLong()).isZero();

    send("POST", "api/v1/plans/" + plan.path("id").asText() + "/approve", 200);

    awaitState(plan.path("id").asText(), "completed");
    assertThat(taskManager.active()).isEqualTo(1);
    assertAligned();
    awaitOutcome(plan.path("id").asText());
  }

  @Test
  void aRejectedPlanMovesNothingAndComesBackWhenTheClusterChanges() {
    String rejected = awaitPlan("proposed").path("id").asText();
    send("POST", "api/v1/plans/" + rejected + "/reject", 200);

    keepFor(
        Duration.ofSeconds(2),
        () -> {
          assertThat(taskManager.active()).isZero();
          assertThat(get("api/v1/plans").path("plans")).hasSize(1);
        });
    assertThat(send("POST", "api/v1/plans/" + rejected + "/approve", 409).path("error").asText())
        .contains(rejected + " is rejected");

    moveHashSlot();

    assertThat(awaitPlan("proposed").path("id").asText()).isNotEqualTo(rejected);
  }

  @Test
  void aStalePlanIsRefused() {
    String stale = awaitPlan("proposed").path("id").asText();

    moveHashSlot();
    awaitState(stale, "stale");

    assertThat(send("POST", "api/v1/plans/" + stale + "/approve", 409).path("error").asText())
        .contains(stale + " is stale (job or cluster changed since it was made)");
    assertThat(taskManager.active()).isZero();
  }

  @Test
  void aRestartedCoordinatorStillHasTheWaitingPlan() {
    JsonNode before = awaitPlan("proposed");
    String id = before.path("id").asText();

    coordinator.close();
    startCoordinator("");
    taskManager = taskManager();

    keepFor(
        Duration.ofSeconds(2),
        () -> assertThat(get("api/v1/status").at("/plan/id").asText()).isEqualTo(id));
    assertThat(get("api/v1/plans/" + id).path("owners")).isNotEmpty();
    send("POST", "api/v1/plans/" + id + "/approve", 200);
    awaitState(id, "completed");
    assertAligned();
  }

  @Test
  void pausedPlansWaitAlsoWhenTheyAreApprovedAndOverARestart() {
    String id = awaitPlan("proposed").path("id").asText();
    send("POST", "api/v1/pause", 200);
    send("POST", "api/v1/plans/" + id + "/approve", 200);

    coordinator.close();
    startCoordinator("");
    taskManager = taskManager();
    keepFor(Duration.ofSeconds(2), () -> assertThat(taskManager.active()).isZero());
    assertThat(get("api/v1/plans/" + id).path("state").asText()).isEqualTo("approved");

    send("POST", "api/v1/resume", 200);

    awaitState(id, "completed");
  }

  @Test
  void modeActWaitsBeyondTheLimitsOfThePolicy() {
    coordinator.close();
    startCoordinator("  policy: {maxHashSlotsPerPlan: 1}\n");
    taskManager = taskManager();
    sendMode("act");

    String id = awaitPlan("proposed").path("id").asText();

    keepFor(Duration.ofSeconds(2), () -> assertThat(taskManager.active()).isZero());
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(get("api/v1/plans/" + id).at("/decisions/0/text").asText())
                    .contains("and a plan may move 1"));
  }

  /** Without high availability, the job is gone with it, and so are its routers. */
  @Test
  @Tag("long")
  void aPlanWhoseJobIsGoneWithTheJobManagerRestsAndFailsWhenAnotherJobRuns() throws IOException {
    String lost = beginWithoutTheRouters();

    cluster.flink().jobManager().kill();
    await().atMost(PATIENCE).until(() -> symptoms().contains("FLINK_UNREACHABLE"));
    cluster.flink().startJobManager();

    assertFailsWhenAnotherJobRuns(lost);
  }

  @Test
  void aPlanWhoseJobFailsByItselfRestsAndFailsWhenAnotherJobRuns() throws IOException {
    String lost = beginWithoutTheRouters();

    Path fuse = Files.createFile(folder.resolve(Fuse.NOW));
    await().atMost(PATIENCE).until(() -> cluster.flink().jobs().state(job).equals("FAILED"));
    Files.delete(fuse);

    assertFailsWhenAnotherJobRuns(lost);
  }

  private void assertFailsWhenAnotherJobRuns(String lost) throws IOException {
    await().atMost(PATIENCE).until(() -> symptoms().contains("JOB_MISSING"));
    assertThat(get("api/v1/plans/" + lost).path("state").asText()).isEqualTo("executing");
    job = JobJar.submit(cluster, folder, NODES, folder.toString());
    taskManager = taskManager();

    awaitState(lost, "failed");
    assertThat(get("api/v1/plans/" + lost).toString())
        .contains("job or cluster changed during its execution");
    String next = awaitPlan("proposed").path("id").asText();
    send("POST", "api/v1/plans/" + next + "/approve", 200);
    awaitState(next, "completed");
    assertAligned();
  }

  /** A hand-over is between coordinator and task managers. */
  @Test
  void aHandOverEndsWhileTheCoordinatorIsCutOffFromFlinkAndPlansContinueAfterwards()
      throws IOException {
    coordinator.close();
    try (Cable cable = Cable.to(cluster.flink().restUrl())) {
      startCoordinator(cable.url(), "");
      taskManager = taskManager();
      String id = beginWithoutTheRouters();

      cable.cut();
      await().atMost(PATIENCE).until(() -> symptoms().contains("FLINK_UNREACHABLE"));
      assertThat(get("api/v1/state").path("symptoms").toString()).contains(cable.url().toString());
      assertThat(get("api/v1/plans/" + id).path("state").asText()).isEqualTo("executing");
      assertThat(taskManager.active()).isZero();
      awaitState(id, "completed");
      assertThat(taskManager.active()).isEqualTo(1);
      assertThat(symptoms()).as("still").contains("FLINK_UNREACHABLE");
      moveHashSlot();
      new CoordinatorApi(coordinator.address()).awaitLooks(2, PATIENCE);
      assertThat(get("api/v1/plans").path("plans")).as("blindly").hasSize(1);
      cable.heal();

      String next = awaitPlan("proposed").path("id").asText();
      send("POST", "api/v1/plans/" + next + "/approve", 200);
      awaitState(next, "completed");
      assertAligned();
      await().atMost(PATIENCE).until(() -> !symptoms().contains("FLINK_UNREACHABLE"));
    }
  }

  /** Aligning routing writes nothing to Redis. */
  @Test
  void routingIsAlignedWhileRedisRefusesWritesForWantOfMemory() throws InterruptedException {
    List<RedisServer> servers = cluster.redis().servers();
    try (AcknowledgedWrites writes =
        new AcknowledgedWrites(servers.get(0).uri(), 8_000, 8_099, 1)) {
      writes.awaitMore(100);
      StoreMemory.limit(servers, "1mb");
      long acknowledged = writes.awaitNoneAcknowledged();

      String id = awaitPlan("proposed").path("id").asText();
      send("POST", "api/v1/plans/" + id + "/approve", 200);
      awaitState(id, "completed");

      assertAligned();
      assertThat(writes.acknowledged()).as("meanwhile").isEqualTo(acknowledged);
      StoreMemory.limit(servers, "0");
      writes.awaitMore(100);
      writes.endAndCheck();
      assertThat(cluster.flink().jobs().state(job)).isEqualTo("RUNNING");
    } finally {
      StoreMemory.limit(servers, "0");
    }
  }

  /** The id of a plan whose map is published, and of which no router has heard. */
  private String beginWithoutTheRouters() {
    String id = awaitPlan("proposed").path("id").asText();
    send("POST", "api/v1/plans/" + id + "/approve", 200);
    await().atMost(PATIENCE).until(() -> document().at("/edges/0/epoch").asLong() == 1);
    return id;
  }

  private List<String> symptoms() {
    return new CoordinatorApi(coordinator.address()).symptoms();
  }

  private void startCoordinator(String plans) {
    startCoordinator(cluster.flink().restUrl(), plans);
  }

  private void startCoordinator(URI flink, String plans) {
    String config =
        """
        interval: 200ms
        flink: {url: '%s', timeout: 1s}
        redis: {endpoints: ['%s']}
        http: {port: 0}
        stateFile: state.json
        plans:
          file: plans.json
          measurementWindow: 1s
          minLocalityGain: 0
        %s"""
            .formatted(flink, cluster.redis().server(1).address(), plans);
    coordinator =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    coordinator.start();
  }

  private ProtocolTaskManager taskManager() {
    incarnation += NODES;
    return new ProtocolTaskManager(
        coordinator.address(), job, incarnation, incarnation + 1, incarnation + 2);
  }

  private void moveHashSlot() {
    RedisServer from = cluster.redis().server(1);
    RedisServer to = cluster.redis().server(2);
    cluster.redis().moveHashSlots(List.of(cluster.redis().hashSlotsOf(from).get(0)), from, to);
  }

  /** The open plan, when it is in a state and the maps in force are known. */
  private JsonNode awaitPlan(String state) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> {
              taskManager.step();
              JsonNode plan = get("api/v1/status").path("plan");
              boolean there = plan.path("state").asText().equals(state);
              return there ? Optional.of(plan) : Optional.<JsonNode>empty();
            },
            Optional::isPresent)
        .orElseThrow();
  }

  private void awaitState(String id, String state) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              taskManager.step();
              assertThat(get("api/v1/plans/" + id).path("state").asText()).isEqualTo(state);
            });
  }

  private void awaitOutcome(String id) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              taskManager.step();
              assertThat(get("api/v1/plans/" + id).at("/outcome/verdict").asText()).isNotEmpty();
            });
  }

  private void assertAligned() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              taskManager.step();
              assertThat(get("api/v1/state").at("/operators/0/alignedShare").asDouble())
                  .isEqualTo(1.0);
            });
  }

  private void keepFor(Duration time, Runnable assertion) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      try {
        taskManager.step();
        assertion.run();
        Thread.sleep(100);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  private JsonNode document() {
    return get("api/v1/placement");
  }

  private JsonNode get(String path) {
    return new CoordinatorApi(coordinator.address()).get(path);
  }

  private JsonNode send(String method, String path, int status) {
    return request(method, path, "{}", status);
  }

  private void sendMode(String mode) {
    request("PUT", "api/v1/mode", "{\"mode\": \"" + mode + "\"}", 200);
  }

  private JsonNode request(String method, String path, String body, int status) {
    return new CoordinatorApi(coordinator.address()).send(method, path, body, status);
  }
}
