package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.state.OperationFile;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job has got a third node, and an empty member of the Redis Cluster runs there: the store
 * grows to it while clients write, and routing follows.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class GrowStoreIT {

  private static final int NODES = NewNode.NODES;
  private static final int PART = HashSlot.COUNT / NODES;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @TempDir static Path folder = Path.of("");
  private static final RedisClient CLIENT = RedisClient.create();
  private static EmbeddedCluster cluster;
  private static String job = "";

  private CoordinatorService coordinator;
  private PlanDriver plans;

  @BeforeAll
  static void startClusters() throws IOException {
    NewNode started = NewNode.start(folder);
    cluster = started.cluster();
    job = started.job();
    cluster.redis().startNode(NODES);
  }

  @AfterAll
  static void endClusters() {
    CLIENT.shutdown();
    cluster.close();
  }

  @AfterEach
  void endCoordinator() {
    coordinator.close();
  }

  @Test
  void hashSlotsGoToTheEmptyMemberOfTheNewNodeAndThenRoutingFollowsThem()
      throws InterruptedException {
    boolean functions = loadFunctions();
    try (AcknowledgedWrites writes =
            new AcknowledgedWrites(cluster.redis().server(1).uri(), 8_000, 8_400, 1);
        FunctionCalls calls =
            functions
                ? new FunctionCalls(cluster.redis().server(1).uri(), 8_000, 8_400)
                : FunctionCalls.none()) {
      start();
      JsonNode plan = plans.awaitProposed();
      String id = plan.path("id").asText();
      assertThat(plan.path("action").asText()).isEqualTo("grow_store");
      assertThat(plan.path("movedHashSlots").asInt()).isBetween(PART, PART + 1);
      assertThat(plan.at("/growStore/nodes").toString())
          .isEqualTo("[\"" + EmbeddedCluster.nodeHost(NODES) + "\"]");
      assertThat(plan.at("/gain/localHitRateAfter").asDouble()).isEqualTo(1.0);
      assertThat(plan.at("/dryRun/checks").findValuesAsText("check")).contains("members");
      plans.awaitMore(writes, 100);
      assertThat(cluster.redis().hashSlotCounts())
          .as("not approved")
          .containsExactly(8_192, 8_192, 0);

      plans.approve(id);

      plans.awaitEnd(id, "completed");
      assertThat(cluster.redis().hashSlotCounts())
          .allMatch(count -> count == PART || count == PART + 1);
      assertThat(cluster.redis().hashSlotCounts().stream().mapToInt(Integer::intValue).sum())
          .isEqualTo(HashSlot.COUNT);
      assertThat(SlotMigrations.inTransition(OperationFile.path(folder.resolve("plans.json"))))
          .isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();
      calls.awaitMore(1_000);
      assertThat(calls.failure()).as("the new server has the library").isEmpty();

      JsonNode routing = plans.awaitProposed();
      String next = routing.path("id").asText();
      assertThat(routing.path("action").asText()).isEqualTo("align_routing");
      assertThat(plans.plan(id).has("outcome")).as("routing belongs to it").isFalse();
      plans.approve(next);

      plans.awaitEnd(next, "completed");
      plans.awaiting(
          () -> plans.get("api/v1/state").at("/operators/0/alignedShare").asDouble() == 1.0);
      plans.awaiting(() -> plans.plan(id).at("/outcome/verdict").isTextual());
      assertThat(plans.plans()).hasSize(2);
    }
  }

  /** Whether the servers know functions; then the old ones have the library. */
  private static boolean loadFunctions() {
    try (StatefulRedisConnection<String, String> first = connect(1);
        StatefulRedisConnection<String, String> second = connect(2)) {
      boolean known = first.sync().info("memory").contains("number_of_libraries");
      if (known) {
        String unused = first.sync().functionLoad(FunctionCalls.LIBRARY);
        String alsoUnused = second.sync().functionLoad(FunctionCalls.LIBRARY);
      }
      return known;
    }
  }

  private static StatefulRedisConnection<String, String> connect(int node) {
    return CLIENT.connect(cluster.redis().server(node).uri());
  }

  private void start() {
    String config =
        """
        interval: 200ms
        flink: {url: '%s'}
        redis: {endpoints: ['%s']}
        http: {port: 0}
        plans: {file: plans.json, measurementWindow: 1s, growth: {servers: members}}
        """
            .formatted(cluster.flink().restUrl(), cluster.redis().server(1).address());
    coordinator =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    coordinator.start();
    plans =
        PlanDriver.of(
            coordinator.address(),
            new ProtocolTaskManager(coordinator.address(), job, 1, 2, 3),
            PATIENCE);
  }
}
