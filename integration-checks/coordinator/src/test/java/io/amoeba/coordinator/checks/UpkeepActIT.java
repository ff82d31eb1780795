package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator process in mode act keeps up the servers of an aligned job by itself: backups by
 * replicas, then a round for the primary that clients write to. The replica of each primary is on
 * the next node of the job.
 */
class UpkeepActIT {

  private static final int NODES = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** The shortest for which a round and the rest between promotions, 61 s, are short enough. */
  private static final String TRIGGER = "80 1";

  @TempDir private Path folder = Path.of("");
  private final RedisClient client = RedisClient.create();

  @AfterEach
  void endClient() {
    client.shutdown();
  }

  @Test
  void replicasMakeBackupsAndASaveIsDoneWhileAReplicaLeadsAndRecordsFollow() throws Exception {
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            // So much that a follower that reconnects late needs no full copy for it.
            .redis(
                RedisSettings.defaults()
                    .with("save", TRIGGER)
                    .with("repl-backlog-size", "64mb")
                    .withReplicas(1))
            .flink(FlinkSettings.of(FlinkVersion.V2_3))
            .start()) {
      String job = JobJar.submit(cluster, folder, NODES);
      RedisServer former = cluster.redis().server(1);
      RedisServer candidate = cluster.redis().replicasOf(former).get(0);
      // The child that copied the data to the replica may not have ended yet.
      await()
          .atMost(PATIENCE)
          .ignoreExceptionsInstanceOf(RedisCommandExecutionException.class)
          .until(() -> !on(former, RedisCommands::bgsave).isEmpty());
      long copies = info(former, "sync_full");
      Path backups = Files.createFile(folder.resolve("backups"));
      int port = cluster.ports().next("127.0.0.1");
      try (AcknowledgedWrites writes = new AcknowledgedWrites(former.uri(), 0, 9, 1);
          CoordinatorProcess coordinator =
              CoordinatorProcess.start(folder, config(cluster, backups, port), port)) {
        CoordinatorApi api = new CoordinatorApi(coordinator.address());
        ProtocolTaskManager taskManager =
            new ProtocolTaskManager(coordinator.address(), job, 7, 8, 9);

        taskManager.stepUntil(
            PATIENCE, () -> plans(api, "backup").stream().anyMatch(UpkeepActIT::isCompleted));

        assertThat(Files.readAllLines(backups))
            .containsExactlyInAnyOrderElementsOf(
                cluster.redis().servers().stream()
                    .filter(server -> server.node() > NODES)
                    .map(RedisServer::address)
                    .toList());
        int home = taskManager.owner(0);
        long saved = info(former, "rdb_last_save_time");
        assertThat(subtaskNodes(api).get(home)).isEqualTo("node-1");

        taskManager.stepUntil(PATIENCE, () -> leads(candidate));
        taskManager.stepUntil(PATIENCE, () -> taskManager.owner(0) != home);
        assertThat(subtaskNodes(api).get(taskManager.owner(0))).isEqualTo("node-2");
        taskManager.stepUntil(
            PATIENCE, () -> plans(api, "save").stream().anyMatch(UpkeepActIT::isCompleted));

        JsonNode plan = plans(api, "save").get(0);
        JsonNode round = plan.at("/keepUpServers/rounds/0");
        assertThat(round.path("way").asText()).as("%s", plan).isEqualTo("follow");
        assertThat(leads(former)).isTrue();
        assertThat(leads(candidate)).isFalse();
        assertThat(taskManager.owner(0)).as("records returned, too").isEqualTo(home);
        assertThat(info(former, "rdb_last_save_time"))
            .as("it saved before its trigger")
            .isBetween(saved + 1, round.path("dueMillis").asLong() / 1_000 - 1);
        Map<String, String> triggers = on(former, redis -> redis.configGet("save"));
        assertThat(triggers).containsValue(TRIGGER);
        assertThat(info(former, "sync_full")).as("no full copy").isEqualTo(copies);
        taskManager.stepUntil(
            PATIENCE,
            () -> api.get("api/v1/state").at("/operators/0/alignedShare").asDouble() == 1.0);
        writes.awaitMore(100);
        writes.endAndCheck();
      }
    }
  }

  private static String config(EmbeddedCluster cluster, Path backups, int port) {
    StringBuilder nodes = new StringBuilder();
    for (int node = 1; node <= NODES; node++) {
      int before = (node + NODES - 2) % NODES + 1;
      RedisServer replica = cluster.redis().replicasOf(cluster.redis().server(before)).get(0);
      nodes.append(
          "  - {name: node-%1$d, flinkHosts: ['%2$s'], redisHosts: ['%2$s', '%3$s']}\n"
              .formatted(node, EmbeddedCluster.nodeHost(node), replica.host()));
    }
    return """
        mode: act
        interval: 500ms
        flink: {url: '%s'}
        redis: {endpoints: ['%s']}
        http: {port: %d}
        nodes:
        %splans:
          file: plans.json
          upkeep:
            kinds: [save, backup]
            ways: [follow]
            startAtShare: 0.5
            jitterShare: 0
            horizon: 0s
            postponeUntil: 1s
            backups:
              - {command: [/bin/sh, -c, 'echo "$1" >> %s', backup, '{host}:{port}'], every: 720h}
        """
        .formatted(
            cluster.flink().restUrl(),
            cluster.redis().server(2).address(),
            port,
            nodes,
            backups.toAbsolutePath());
  }

  /** Plans of rounds with such work, the newest first. */
  private static List<JsonNode> plans(CoordinatorApi api, String work) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode plan : api.get("api/v1/plans").path("plans")) {
      if (plan.at("/keepUpServers/rounds/0/work").asText().equals(work)) {
        found.add(plan);
      }
    }
    return found;
  }

  private static boolean isCompleted(JsonNode plan) {
    assertThat(plan.path("state").asText()).as("%s", plan).isNotIn("failed", "aborted");
    return plan.path("state").asText().equals("completed");
  }

  private static List<String> subtaskNodes(CoordinatorApi api) {
    List<String> nodes = new ArrayList<>();
    api.get("api/v1/state").at("/operators/0/subtaskNodes").forEach(n -> nodes.add(n.asText()));
    return nodes;
  }

  private boolean leads(RedisServer server) {
    Object role = on(server, redis -> redis.role().get(0));
    return role.equals("master");
  }

  private long info(RedisServer server, String field) {
    return on(server, redis -> redis.info())
        .lines()
        .filter(line -> line.startsWith(field + ":"))
        .map(line -> Long.parseLong(line.substring(field.length() + 1).strip()))
        .findFirst()
        .orElseThrow();
  }

  private <T> T on(RedisServer server, Function<RedisCommands<String, String>, T> command) {
    try (StatefulRedisConnection<String, String> connection = client.connect(server.uri())) {
      return command.apply(connection.sync());
    }
  }
}
