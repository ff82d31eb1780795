package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CheckUp;
import io.amoeba.coordinator.DryRun;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.doctor.Diagnosis;
import io.amoeba.coordinator.members.ClaimFault;
import io.amoeba.coordinator.members.ServerVersion;
import io.amoeba.coordinator.monitor.TaskManagerHosts;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real primaries, and no Flink: what a coordinator does for a store alone. */
class StoreAloneIT {

  private static final Duration PATIENCE = Duration.ofSeconds(180);
  private static final int SMALL = 2_500;

  @TempDir Path folder = Path.of("");
  private final RedisClient client = RedisClient.create();

  @AfterEach
  void endClient() {
    client.shutdown();
  }

  @Test
  void unequalHashSlotsAreBalancedWhileClientsWrite() throws IOException, InterruptedException {
    try (EmbeddedCluster cluster = start(3)) {
      giveAway(cluster, 3, 1, HashSlot.COUNT / 3 - SMALL);
      int port = cluster.ports().next("127.0.0.1");
      String config = config(cluster, port);
      try (AcknowledgedWrites writes =
              new AcknowledgedWrites(cluster.redis().server(1).uri(), 10_000, 12_000, 1);
          CoordinatorProcess coordinator = CoordinatorProcess.start(folder, config, port)) {
        CoordinatorApi api = new CoordinatorApi(coordinator.address());

        await()
            .atMost(PATIENCE)
            .until(() -> api.get("api/v1/plans").at("/plans/0/state").asText().equals("completed"));

        JsonNode plan = api.get("api/v1/plans").at("/plans/0");
        assertThat(plan.path("action").asText()).isEqualTo("grow_store");
        assertThat(plan.path("reason").asText()).startsWith("the store is uneven on ");
        assertThat(plan.at("/status/done").asInt()).isEqualTo(plan.path("movedHashSlots").asInt());
        assertThat(plan.at("/gain/localHitRateAfter").isNull()).isTrue();
        assertThat(cluster.redis().hashSlotCounts())
            .allMatch(count -> count == HashSlot.COUNT / 3 || count == HashSlot.COUNT / 3 + 1);
        writes.awaitMore(100);
        writes.endAndCheck();

        api.awaitLooks(2, PATIENCE);
        assertThat(api.symptoms()).noneMatch(StoreAloneIT::isOfJobs);
        JsonNode status = api.get("api/v1/status");
        assertThat(status.path("storeAlone").asBoolean()).isTrue();
        assertThat(status.has("job")).isFalse();
        assertThat(api.get("api/v1/plans").path("plans")).as("it is even now").hasSize(1);
        assertThat(api.text("metrics")).contains("amoeba_primary_hash_slots{primary=");
      }
    }
  }

  @Test
  void doctorAndDryRunAskForNoFlink() throws InterruptedException {
    try (EmbeddedCluster cluster = start(3)) {
      giveAway(cluster, 3, 1, HashSlot.COUNT / 3 - SMALL);
      CoordinatorConfig config =
          ConfigReader.parse(config(cluster, 0), "test", folder.resolve("unused"));

      Diagnosis diagnosis = CheckUp.of(config, TaskManagerHosts.UNTOLD);
      DryRun.Result dryRun = DryRun.of(config, TaskManagerHosts.UNTOLD, Clock.systemUTC());

      assertThat(diagnosis.count(Problem.Severity.ERROR)).isZero();
      assertThat(diagnosis.findings())
          .extracting(Finding::code)
          .contains("REDIS_HASH_SLOTS")
          .noneMatch(code -> code.startsWith("FLINK_"));
      assertThat(dryRun.symptoms())
          .extracting(symptom -> symptom.problem().code())
          .noneMatch(StoreAloneIT::isOfJobs);
      assertThat(dryRun.plan().orElseThrow().plan().action().kind()).isEqualTo("grow_store");
    }
  }

  /** On versions whose servers take hash slots only with the help of a third primary. */
  @Test
  void twoPrimariesWaitForAThirdOne() throws InterruptedException {
    try (EmbeddedCluster cluster = start(2)) {
      assumeThat(ServerVersion.of(info(cluster)).flatMap(ClaimFault::of))
          .contains(ClaimFault.LASTING_MARKS);
      giveAway(cluster, 2, 1, HashSlot.COUNT / 2 - SMALL);
      CoordinatorConfig config =
          ConfigReader.parse(config(cluster, 0), "test", folder.resolve("unused"));

      DryRun.Result alone = DryRun.of(config, TaskManagerHosts.UNTOLD, Clock.systemUTC());

      assertThat(alone.plan()).isEmpty();
      assertThat(alone.skipped()).extracting(Problem::code).contains("THIRD_PRIMARY_MISSING");

      cluster.redis().startNode(3);
      DryRun.Result helped = DryRun.of(config, TaskManagerHosts.UNTOLD, Clock.systemUTC());

      assertThat(helped.plan()).isPresent();
      assertThat(helped.skipped()).isEmpty();
    }
  }

  private static boolean isOfJobs(String code) {
    return code.startsWith("FLINK_") || code.startsWith("JOB_") || code.startsWith("NOTHING_TO_");
  }

  private static EmbeddedCluster start(int nodes) {
    return EmbeddedCluster.builder()
        .nodes(nodes)
        .spareNodes(1)
        .redis(RedisSettings.defaults())
        .start();
  }

  private static String config(EmbeddedCluster cluster, int port) {
    return """
        mode: act
        interval: 200ms
        redis: {endpoints: ['%s', '%s']}
        http: {port: %d}
        plans: {file: plans.json, growth: {servers: members}}
        """
        .formatted(cluster.redis().server(1).address(), cluster.redis().server(2).address(), port);
  }

  /** The first hash slots of a primary become those of another one; they hold no keys. */
  private void giveAway(EmbeddedCluster cluster, int from, int to, int count) {
    List<RedisServer> servers = cluster.redis().servers();
    List<Integer> own = cluster.redis().hashSlotsOf(cluster.redis().server(from));
    int[] given = own.stream().limit(count).mapToInt(Integer::intValue).toArray();
    String owner = cluster.redis().nodeId(cluster.redis().server(to));
    // The largest epoch first: a claim of the former owner that arrives in between then loses.
    String epoch =
        on(
            cluster.redis().server(to),
            redis -> {
              String bumped = redis.clusterBumpepoch();
              IntStream.of(given).forEach(slot -> redis.clusterSetSlotNode(slot, owner));
              return bumped;
            });
    assertThat(epoch).isNotEmpty();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                cluster.redis().hashSlotCounts().get(from - 1) == own.size() - count
                    && servers.stream().allMatch(server -> isOwner(server, owner, given)));
  }

  private boolean isOwner(RedisServer asked, String id, int... hashSlots) {
    String nodes = on(asked, RedisCommands::clusterNodes);
    RedisClusterNode owner = ClusterPartitionParser.parse(nodes).getPartitionByNodeId(id);
    return owner != null && IntStream.of(hashSlots).allMatch(owner::hasSlot);
  }

  private Map<String, String> info(EmbeddedCluster cluster) {
    return on(cluster.redis().server(1), redis -> redis.info("server"))
        .lines()
        .filter(line -> line.contains(":"))
        .map(line -> line.strip().split(":", 2))
        .collect(Collectors.toMap(field -> field[0], field -> field[1]));
  }

  private <T> T on(RedisServer server, Function<RedisCommands<String, String>, T> command) {
    try (StatefulRedisConnection<String, String> connection = client.connect(server.uri())) {
      return command.apply(connection.sync());
    }
  }
}
