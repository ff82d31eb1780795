package io.amoeba.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.execute.migration.MigrationPhase;
import io.amoeba.coordinator.execute.migration.OpenMigration;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.state.MigrationFile;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three primaries on storage nodes, a job on three compute nodes, and an empty member of the Redis
 * Cluster on each of these; the table of nodes says which server is where. Each test begins with
 * the primaries that the last one has left.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class MigrationPlanIT {

  private static final int NODES = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final RedisClient REDIS = RedisClient.create();

  @TempDir static Path folder = Path.of("");
  private static EmbeddedCluster cluster;
  private static String job = "";
  private static long incarnation = 100;

  private final Path file = folder.resolve("plans.json");
  private List<RedisServer> storage = List.of();
  private List<RedisServer> given = List.of();
  private Optional<CoordinatorService> coordinator = Optional.empty();
  private Optional<CoordinatorProcess> process = Optional.empty();
  private PlanDriver plans;

  @BeforeAll
  static void startClusters() throws IOException {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .spareNodes(NODES)
            .redis(new RedisSettings(64, Map.of("repl-diskless-sync-delay", "0")))
            .flink(FlinkSettings.of(FlinkVersion.V2_3))
            .start();
    IntStream.rangeClosed(NODES + 1, 2 * NODES).forEach(cluster.redis()::startNode);
    job = JobJar.submit(cluster, folder, NODES);
  }

  @AfterAll
  static void endClusters() {
    REDIS.shutdown();
    cluster.close();
  }

  @BeforeEach
  void giveEmptyServers() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(folder.resolve("state.json"));
    storage = cluster.redis().servers().stream().filter(MigrationPlanIT::owns).toList();
    given = cluster.redis().servers().stream().filter(server -> !owns(server)).toList();
    for (RedisServer server : given) {
      String old = on(server, redis -> redis.clusterMyId());
      on(server, redis -> redis.clusterReset(/* hard= */ true));
      others(server).forEach(other -> forget(other, old));
    }
    for (RedisServer server : given) {
      others(server)
          .forEach(other -> on(server, redis -> redis.clusterMeet(other.host(), other.port())));
    }
    await()
        .atMost(PATIENCE)
        .until(() -> cluster.redis().servers().stream().allMatch(MigrationPlanIT::knowsAll));
  }

  @AfterEach
  void endCoordinator() throws InterruptedException {
    coordinator.ifPresent(CoordinatorService::close);
    if (process.isPresent()) {
      process.get().kill();
    }
  }

  @Test
  void primariesMigrateToTheNodesOfTheJobAndThenRoutingFollowsThem() throws InterruptedException {
    try (AcknowledgedWrites writes =
        new AcknowledgedWrites(storage.get(1).uri(), 5_411, 5_510, 1)) {
      start("retire");
      JsonNode plan = plans.awaitProposed();
      String id = plan.path("id").asText();
      assertThat(plan.path("action").asText()).isEqualTo("migrate_primaries");
      assertThat(plan.at("/cost/migratedPrimaries").asInt()).isEqualTo(NODES);
      assertThat(plan.at("/cost/movedKeys").isIntegralNumber()).isTrue();
      assertThat(plan.path("movedHashSlots").asInt()).isEqualTo(SlotHash.SLOT_COUNT);
      assertThat(plan.at("/migratePrimaries/migrations").findValuesAsText("toNode"))
          .containsExactlyInAnyOrder("compute-1", "compute-2", "compute-3");
      assertThat(plan.at("/migratePrimaries/migrations").findValuesAsText("fromNode"))
          .containsExactlyInAnyOrder("storage-1", "storage-2", "storage-3");
      assertThat(plan.at("/gain/localShareAfter").asDouble()).isEqualTo(1.0);
      assertThat(plans.get("api/v1/state").path("symptoms").findValuesAsText("kind"))
          .contains("UnhostedHashSlots");
      writes.awaitMore(100);
      assertThat(storage).as("nobody has approved").allMatch(MigrationPlanIT::owns);

      plans.order(id, "approve");

      plans.awaitEnd(id, "completed");
      JsonNode done = plans.plan(id);
      assertThat(done.path("primariesMigrated").asInt()).isEqualTo(NODES);
      assertThat(done.path("adaptationMillis").asLong()).isPositive();
      assertThat(given).allMatch(MigrationPlanIT::owns);
      assertThat(storage)
          .as("retired")
          .allMatch(server -> on(server, r -> r.clusterNodes()).lines().count() == 1);
      assertThat(new MigrationFile(MigrationFile.path(file), Leadership.ALONE).open()).isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();

      JsonNode routing = plans.awaitProposed();
      String next = routing.path("id").asText();
      assertThat(routing.path("action").asText()).isEqualTo("align_routing");
      assertThat(plans.plan(id).has("outcome")).as("routing belongs to it").isFalse();
      plans.order(next, "approve");

      plans.awaitEnd(next, "completed");
      plans.awaiting(
          () -> plans.get("api/v1/state").at("/operators/0/alignedShare").asDouble() == 1.0);
      plans.awaiting(() -> plans.plan(id).at("/outcome/verdict").isTextual());
      assertThat(plans.get("api/v1/plans").path("plans")).hasSize(2);
    }
  }

  @Test
  @Tag("long")
  void aCoordinatorThatIsKilledInTheMiddleOfAMigrationIsFollowedByOneThatFinishesThePlan()
      throws IOException, InterruptedException {
    try (AcknowledgedWrites writes = new AcknowledgedWrites(storage.get(1).uri(), 0, 99, 1)) {
      slowCopies();
      startProcess("keep");
      String id = plans.awaitProposed().path("id").asText();
      plans.order(id, "approve");
      plans.awaiting(() -> plans.plan(id).path("progress").asText().contains("REPLICATING"));

      process.orElseThrow().kill();
      assertThat(new MigrationFile(MigrationFile.path(file), Leadership.ALONE).open())
          .map(OpenMigration::phase)
          .contains(MigrationPhase.REPLICATING);
      assertThat(storage).as("nothing is promoted").allMatch(MigrationPlanIT::owns);
      storage.forEach(s -> on(s, redis -> redis.configSet("rdb-key-save-delay", "0")));
      start("keep");

      plans.awaitEnd(id, "completed");
      JsonNode done = plans.plan(id);
      assertThat(done.path("primariesMigrated").asInt()).isEqualTo(NODES);
      assertThat(done.at("/events").findValuesAsText("state"))
          .containsExactly("proposed", "approved", "executing", "completed");
      assertThat(given).allMatch(MigrationPlanIT::owns);
      assertThat(storage)
          .as("kept")
          .allMatch(server -> on(server, r -> r.info("replication")).contains("role:slave"));
      assertThat(new MigrationFile(MigrationFile.path(file), Leadership.ALONE).open()).isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @Test
  @Tag("long")
  void anAbortedMigrationIsTakenBackAndRoutingIsPlannedForWhatIsThere()
      throws InterruptedException {
    try (AcknowledgedWrites writes = new AcknowledgedWrites(storage.get(1).uri(), 0, 99, 1)) {
      slowCopies();
      start("keep");
      String id = plans.awaitProposed().path("id").asText();
      plans.order(id, "approve");
      plans.awaiting(() -> plans.plan(id).path("progress").asText().contains("REPLICATING"));

      plans.order(id, "abort");

      plans.awaitEnd(id, "aborted");
      assertThat(plans.plan(id).path("primariesMigrated").asInt()).isZero();
      assertThat(storage).allMatch(MigrationPlanIT::owns);
      assertThat(given)
          .allMatch(server -> on(server, r -> r.info("replication")).contains("role:master"));
      assertThat(new MigrationFile(MigrationFile.path(file), Leadership.ALONE).open()).isEmpty();
      assertThat(plans.awaitProposed().path("action").asText())
          .as("for the primaries where they are")
          .isEqualTo("align_routing");
      writes.awaitMore(100);
      writes.endAndCheck();
    } finally {
      storage.forEach(s -> on(s, redis -> redis.configSet("rdb-key-save-delay", "0")));
    }
  }

  /** The primaries take some seconds to write what a replica copies. */
  private void slowCopies() {
    for (RedisServer server : storage) {
      List<Integer> owned = cluster.redis().hashSlotsOf(server);
      String tag =
          IntStream.iterate(0, i -> i + 1)
              .mapToObj(i -> "{filling" + i + "}")
              .filter(name -> owned.contains(SlotHash.getSlot(name)))
              .findFirst()
              .orElseThrow();
      Map<String, String> keys = new HashMap<>();
      IntStream.range(0, 1_000).forEach(i -> keys.put(tag + i, "v"));
      on(server, redis -> redis.mset(keys));
      on(server, redis -> redis.configSet("rdb-key-save-delay", "2000"));
    }
  }

  private static boolean owns(RedisServer server) {
    return !cluster.redis().hashSlotsOf(server).isEmpty();
  }

  private static List<RedisServer> others(RedisServer server) {
    return cluster.redis().servers().stream().filter(s -> s.node() != server.node()).toList();
  }

  private static void forget(RedisServer server, String id) {
    try {
      on(server, redis -> redis.clusterForget(id));
    } catch (RedisCommandExecutionException e) {
      assertThat(e).hasMessageContaining("Unknown node");
    }
  }

  private static boolean knowsAll(RedisServer server) {
    List<String> lines = on(server, redis -> redis.clusterNodes()).lines().toList();
    return lines.size() == 2 * NODES
        && lines.stream().allMatch(l -> l.contains(" connected") && !l.contains("handshake"))
        && on(server, redis -> redis.clusterInfo()).contains("cluster_state:ok");
  }

  private static <T> T on(RedisServer server, Function<RedisCommands<String, String>, T> command) {
    try (StatefulRedisConnection<String, String> connection = REDIS.connect(server.uri())) {
      return command.apply(connection.sync());
    }
  }

  private void start(String formerPrimary) {
    CoordinatorService service =
        new CoordinatorService(
            ConfigReader.parse(config(formerPrimary, 0), "test", folder), Clock.systemUTC());
    coordinator = Optional.of(service);
    service.start();
    meet(service.address());
  }

  /** A coordinator that can be killed. */
  private void startProcess(String formerPrimary) throws IOException {
    int port = cluster.ports().next("127.0.0.1");
    CoordinatorProcess started =
        CoordinatorProcess.start(folder, config(formerPrimary, port), port);
    process = Optional.of(started);
    meet(started.address());
  }

  /** Routers that have just begun route by hash again. */
  private void meet(String url) {
    incarnation += NODES;
    plans =
        PlanDriver.of(
            url,
            new ProtocolTaskManager(url, job, incarnation, incarnation + 1, incarnation + 2),
            PATIENCE);
  }

  private String config(String formerPrimary, int port) {
    StringBuilder nodes = new StringBuilder();
    for (int i = 0; i < NODES; i++) {
      nodes.append(
          "- {name: storage-%d, redisHosts: ['%s']}\n".formatted(i + 1, storage.get(i).address()));
      nodes.append(
          "- {name: compute-%d, flinkHosts: ['%s'], redisHosts: ['%s']}\n"
              .formatted(i + 1, EmbeddedCluster.nodeHost(i + 1), given.get(i).address()));
    }
    return """
    intervalMillis: 200
    flink: {url: '%s'}
    redis: {endpoints: ['%s', '%s']}
    http: {port: %d}
    stateFile: state.json
    plans:
      file: plans.json
      measureMillis: 1000
      migrations: {servers: members, formerPrimary: %s, redirectMillis: 1000}
    nodes:
    %s"""
        .formatted(
            cluster.flink().restUrl(),
            storage.get(0).address(),
            given.get(0).address(),
            port,
            formerPrimary,
            nodes);
  }
}
