package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.StoreMonitor;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.amoeba.coordinator.redis.RedisClusterMonitor;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The coordinator with a real Redis Cluster and a real Flink cluster of three nodes. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class CoordinatorIT {

  private static final int NODES = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir static Path folder = Path.of("");
  private static EmbeddedCluster cluster;

  private Optional<CoordinatorService> coordinator = Optional.empty();

  @BeforeAll
  static void startClusters() {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .redis(RedisSettings.defaults())
            .flink(FlinkSettings.of(FlinkVersion.V2_3))
            .start();
  }

  @AfterAll
  static void endClusters() {
    cluster.close();
  }

  @AfterEach
  void endCoordinator() {
    coordinator.ifPresent(CoordinatorService::close);
  }

  @Test
  @Order(1)
  void coordinatorWithoutFlinkSaysSoAndStillShowsTheStore() {
    start("http://127.0.0.1:" + cluster.ports().next("127.0.0.1"), "act");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonNode now = state();
              assertThat(now.path("symptoms").findValuesAsText("code"))
                  .contains("FLINK_UNREACHABLE");
              assertThat(now.path("nodes")).hasSize(NODES);
              assertThat(now.path("uncoveredHashSlots").asInt()).isZero();
            });
  }

  /**
   * One node that answers is found, but not by one look that takes as long as all others' silence.
   */
  @Test
  @Order(1)
  void storeIsSaidToBeUnreachableBeforeEverySilentNodeHadItsTurn() throws IOException {
    RedisServer answering = cluster.redis().server(1);
    URI server = URI.create("redis://" + answering.address());
    try (Cable first = Cable.to(server);
        Cable second = Cable.to(server);
        Cable third = Cable.to(server)) {
      List<ServerAddress> endpoints = new ArrayList<>();
      for (Cable cable : List.of(first, second, third)) {
        cable.cut();
        endpoints.add(new ServerAddress(cable.url().getHost(), cable.url().getPort()));
      }
      endpoints.add(new ServerAddress(answering.host(), answering.port()));
      io.amoeba.coordinator.config.RedisSettings settings =
          new io.amoeba.coordinator.config.RedisSettings(
              endpoints,
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Duration.ofMillis(200));
      try (RedisConnections connections = new RedisConnections(settings, Leadership.ALONE)) {
        StoreMonitor store = new RedisClusterMonitor(connections, StoreQuestions.NONE);
        assertThat(store.read()).isInstanceOf(StoreView.Unreachable.class);
        await().atMost(PATIENCE).until(() -> store.read() instanceof StoreView.Found);
      }
    }
  }

  @Test
  @Order(2)
  void handMovedHashSlotIsSeenByTheNextLook() {
    start(cluster.flink().restUrl().toString(), "observe");
    await().atMost(PATIENCE).until(() -> symptoms().contains("JOB_MISSING"));
    RedisServer from = cluster.redis().server(1);
    RedisServer to = cluster.redis().server(2);
    int hashSlot = cluster.redis().hashSlotsOf(from).get(0);

    cluster.redis().moveHashSlots(List.of(hashSlot), from, to);

    // The first one may have begun before.
    new CoordinatorApi(address()).awaitLooks(2, PATIENCE);
    assertThat(portServing(hashSlot)).isEqualTo(to.port());
  }

  @Test
  @Order(3)
  void jobIsAlignedAndRealignedWhenHashSlotsMove() throws IOException {
    String job = JobJar.submit(cluster, folder, NODES);
    start(cluster.flink().restUrl().toString(), "act");
    ProtocolTaskManager taskManager = new ProtocolTaskManager(address(), job, 7, 8, 9);

    awaitAlignment(taskManager, 1);
    // What is shown is of the last look at both systems, which may have been before the alignment.
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              taskManager.step();
              JsonNode operator = state().path("operators").get(0);
              assertThat(operator.path("name").asText()).isEqualTo("Toll");
              assertThat(operator.path("alignedShare").asDouble()).isEqualTo(1.0);
            });

    RedisServer from = cluster.redis().server(2);
    RedisServer to = cluster.redis().server(3);
    List<Integer> hashSlots = cluster.redis().hashSlotsOf(from).subList(0, 50);
    cluster.redis().moveHashSlots(hashSlots, from, to);

    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () -> {
              taskManager.step();
              assertThat(hashSlots)
                  .allSatisfy(s -> assertThat(nodeOf(taskManager.owner(s))).isEqualTo(to.host()));
              assertThat(taskManager.owner(cluster.redis().hashSlotsOf(from).get(0)))
                  .isNotEqualTo(taskManager.owner(hashSlots.get(0)));
              assertThat(lastPlanState()).isEqualTo("completed");
            });
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              taskManager.step();
              JsonNode now = state();
              JsonNode operator = now.path("operators").get(0);
              assertThat(operator.path("localHitRate").asDouble()).isEqualTo(0.75);
              assertThat(operator.path("recordsInPerSecond").asDouble()).isPositive();
              assertThat(now.path("symptoms").findValuesAsText("code")).contains("REQUESTS_REMOTE");
            });
  }

  @Test
  @Order(4)
  void drillSwitchesAndReturnsToThePlannedMap() throws IOException {
    String job = state(cluster.flink().get("/jobs/overview"));
    start(cluster.flink().restUrl().toString(), "act");
    ProtocolTaskManager taskManager = new ProtocolTaskManager(address(), job, 1, 2, 3);
    awaitAlignment(taskManager, 1);
    int hashSlot = cluster.redis().hashSlotsOf(cluster.redis().server(1)).get(0);
    int planned = taskManager.owner(hashSlot);

    send("PUT", "api/v1/drill", "{\"everyMillis\": 50}");
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .untilAsserted(
            () -> {
              taskManager.step();
              assertThat(drill().path("completedSwitches").asLong()).isGreaterThanOrEqualTo(5);
            });
    send("DELETE", "api/v1/drill", "");

    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .untilAsserted(
            () -> {
              taskManager.step();
              assertThat(drill().path("activity").asText()).isEqualTo("idle");
            });
    assertThat(taskManager.owner(hashSlot)).isEqualTo(planned);
  }

  private void awaitAlignment(ProtocolTaskManager taskManager, long epoch) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(
            () -> {
              taskManager.step();
              assertThat(taskManager.active())
                  .as(() -> state().toString())
                  .isGreaterThanOrEqualTo(epoch);
            });
  }

  private void start(String flink, String mode) {
    RedisServer first = cluster.redis().server(1);
    String config =
        "mode: "
            + mode
            + "\nflink: {url: \""
            + flink
            + "\"}\nredis: {endpoints: [\""
            + first.address()
            + "\"]}\nhttp: {port: 0}\ninterval: 200ms\n";
    CoordinatorService service =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    coordinator = Optional.of(service);
    service.start();
  }

  private String address() {
    return coordinator.orElseThrow().address();
  }

  private static String state(JsonNode overview) {
    for (JsonNode job : overview.path("jobs")) {
      if (job.path("state").asText().equals("RUNNING")) {
        return job.path("jid").asText();
      }
    }
    throw new IllegalStateException("no job runs: " + overview);
  }

  private String nodeOf(int subtask) {
    return state().path("operators").get(0).path("subtaskNodes").path(subtask).asText();
  }

  private int portServing(int hashSlot) {
    for (JsonNode node : state().path("nodes")) {
      for (JsonNode primary : node.path("primaries")) {
        for (JsonNode span : primary.path("hashSlots")) {
          if (hashSlot >= span.get(0).asInt() && hashSlot <= span.get(1).asInt()) {
            return primary.path("port").asInt();
          }
        }
      }
    }
    return -1;
  }

  private String lastPlanState() {
    return state().path("plans").path(0).path("state").asText();
  }

  private List<String> symptoms() {
    return state().path("symptoms").findValuesAsText("code");
  }

  private JsonNode drill() {
    return send("GET", "api/v1/drill", "");
  }

  private JsonNode state() {
    return send("GET", "api/v1/state", "");
  }

  private JsonNode send(String method, String path, String body) {
    return new CoordinatorApi(address()).send(method, path, body, 200);
  }
}
