package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.state.OperationFile;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisSettings;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job with subtasks on two of the three nodes of its store: as long as these have too little
 * memory the store stays, and then it leaves the third node while clients write.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class DrainStoreIT {

  private static final int NODES = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @TempDir static Path folder = Path.of("");
  private static EmbeddedCluster cluster;
  private static String job = "";

  private CoordinatorService coordinator;
  private PlanDriver plans;

  @BeforeAll
  static void startClusters() throws IOException {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .redis(
                new RedisSettings(
                    64, Map.of("cluster-allow-replica-migration", "no"), Optional.empty()))
            .flink(FlinkSettings.of(FlinkVersion.V2_3))
            .start();
    job = JobJar.submit(cluster, folder, NODES - 1);
  }

  @AfterAll
  static void endClusters() {
    cluster.close();
  }

  @AfterEach
  void endCoordinator() {
    coordinator.close();
  }

  @Test
  void theStoreLeavesTheNodeThatTheJobHasLeftWhenTheOthersHaveMemoryForIt()
      throws InterruptedException {
    fill();
    StoreMemory.limit(cluster.redis().servers(), "1mb");
    start();
    assertThat(plans.carryOut().path("action").asText())
        .as("the store may not leave")
        .isEqualTo("align_routing");
    plans.awaiting(() -> decisions().contains("find no room on"));
    assertThat(decisions()).contains("(maxmemory is 1.0 MiB)");
    StoreMemory.limit(cluster.redis().servers(), "0");

    try (AcknowledgedWrites writes =
        new AcknowledgedWrites(cluster.redis().server(1).uri(), 5_300, 11_100, 1)) {
      JsonNode plan = plans.awaitProposed();
      String id = plan.path("id").asText();
      assertThat(plan.path("action").asText()).isEqualTo("drain_store");
      assertThat(plan.at("/cost/movedBytes").asLong()).isPositive();
      assertThat(plan.at("/gain/localHitRateAfter").asDouble()).isEqualTo(1.0);
      plans.awaitMore(writes, 100);
      assertThat(cluster.redis().hashSlotCounts())
          .as("not approved")
          .allMatch(count -> count > 5_000);
      plans.approve(id);

      plans.awaitEnd(id, "completed");
      assertThat(cluster.redis().hashSlotCounts()).containsExactlyInAnyOrder(8_192, 8_192, 0);
      int left = cluster.redis().hashSlotCounts().indexOf(0) + 1;
      assertThat(plan.at("/drainStore/nodes").toString())
          .isEqualTo("[\"" + EmbeddedCluster.nodeHost(left) + "\"]");
      assertThat(SlotMigrations.inTransition(OperationFile.path(folder.resolve("plans.json"))))
          .isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();

      // The former map may be right by chance: then nothing is routed again.
      plans.awaiting(
          () -> {
            if (plans.isProposed()) {
              plans.approve(plans.get("api/v1/status").at("/plan/id").asText());
            }
            return plans.get("api/v1/state").at("/operators/0/alignedShare").asDouble() == 1.0;
          });
    }
  }

  /** Some keys for every server, of which its memory tells before a plan is made. */
  private static void fill() {
    RedisClusterClient client = RedisClusterClient.create(cluster.redis().server(1).uri());
    try (StatefulRedisClusterConnection<String, String> connection = client.connect()) {
      for (int i = 0; i < 300; i++) {
        String unused = connection.sync().set("filled-" + i, "v");
      }
    } finally {
      client.shutdown();
    }
  }

  private String decisions() {
    return plans.get("api/v1/decisions").toString();
  }

  private void start() {
    String config =
        """
        interval: 200ms
        flink: {url: '%s'}
        redis: {endpoints: ['%s']}
        http: {port: 0}
        plans:
          file: plans.json
          measurementWindow: 1s
          drain: {nodes: without-subtasks, stabilizationWindow: 1s}
        """
            .formatted(cluster.flink().restUrl(), cluster.redis().server(1).address());
    coordinator =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    coordinator.start();
    plans =
        PlanDriver.of(
            coordinator.address(),
            new ProtocolTaskManager(coordinator.address(), job, 1, 2),
            PATIENCE);
  }
}
