package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.changes.failover.MigratePrimaries;
import io.amoeba.coordinator.changes.failover.OpenReplacement;
import io.amoeba.coordinator.changes.failover.PrimaryReplacements;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.state.OperationFile;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.RepeatedOrder;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three primaries on storage nodes, a job on three compute nodes, and an empty member of the Redis
 * Cluster on each of these; the table of nodes says which server is where. Each test begins with
 * the primaries that the last one has left.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
abstract class MigratedPrimaries {

  static final int NODES = 3;
  static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final long COPY_MICROS = 4_000_000;
  private static final Duration GREETING = Duration.ofSeconds(5);
  private static RedisClient redis;

  @TempDir static Path folder = Path.of("");
  static EmbeddedCluster cluster;
  static String job = "";
  private static long incarnation = 100;

  final Path file = folder.resolve("plans.json");
  List<RedisServer> storage = List.of();
  List<RedisServer> given = List.of();
  Optional<CoordinatorService> coordinator = Optional.empty();
  Optional<CoordinatorProcess> process = Optional.empty();
  PlanDriver plans;

  static void startClusters(FlinkSettings flink) throws IOException {
    redis = RedisClient.create();
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .spareNodes(NODES)
            .redis(new RedisSettings(64, Map.of("repl-diskless-sync-delay", "0")))
            .flink(flink)
            .start();
    IntStream.rangeClosed(NODES + 1, 2 * NODES).forEach(cluster.redis()::startNode);
    job = JobJar.submit(cluster, folder, NODES);
  }

  @AfterAll
  static void endClusters() {
    redis.shutdown();
    cluster.close();
  }

  @BeforeEach
  void giveEmptyServers() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(folder.resolve("state.json"));
    storage = cluster.redis().servers().stream().filter(MigratedPrimaries::owns).toList();
    given = cluster.redis().servers().stream().filter(server -> !owns(server)).toList();
    for (RedisServer server : given) {
      String old = on(server, redis -> redis.clusterMyId());
      on(server, redis -> redis.clusterReset(/* hard= */ true));
      others(server).forEach(other -> forget(other, old));
    }
    // A greeting that is not answered within the node timeout is forgotten.
    RepeatedOrder greeting =
        RepeatedOrder.ofNew(GREETING, () -> given.forEach(MigratedPrimaries::greetOthers));
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              greeting.giveIfDue();
              return cluster.redis().servers().stream().allMatch(MigratedPrimaries::knowsAll);
            });
  }

  private static void greetOthers(RedisServer server) {
    others(server)
        .forEach(other -> on(server, redis -> redis.clusterMeet(other.host(), other.port())));
  }

  @AfterEach
  void endCoordinator() throws InterruptedException {
    coordinator.ifPresent(CoordinatorService::close);
    if (process.isPresent()) {
      process.get().kill();
    }
  }

  /** The primaries take some seconds to write what a replica copies. */
  void slowCopies() {
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
      long delayMicros = COPY_MICROS / on(server, redis -> redis.dbsize());
      on(server, redis -> redis.configSet("rdb-key-save-delay", Long.toString(delayMicros)));
    }
  }

  static boolean owns(RedisServer server) {
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

  static <T> T on(RedisServer server, Function<RedisCommands<String, String>, T> command) {
    try (StatefulRedisConnection<String, String> connection = redis.connect(server.uri())) {
      return command.apply(connection.sync());
    }
  }

  /** The keys of {@link #slowCopies} take no time any more. */
  void quickCopies() {
    storage.forEach(s -> on(s, redis -> redis.configSet("rdb-key-save-delay", "0")));
  }

  /** What is half done. */
  Optional<OpenReplacement> journal() {
    return new OperationFile(OperationFile.path(file), Leadership.ALONE)
        .open(Map.of(MigratePrimaries.KIND, PrimaryReplacements.class))
        .flatMap(entry -> ((PrimaryReplacements) entry.state()).open());
  }

  /** Whether one of them has all that the primary has, and still is a replica. */
  static boolean isCopied(List<RedisServer> servers) {
    return servers.stream()
        .map(server -> on(server, redis -> redis.info("replication")))
        .anyMatch(told -> told.contains("role:slave") && told.contains("master_link_status:up"));
  }

  List<String> symptoms() {
    return plans.api().symptoms();
  }

  /** The id of a plan that is in the middle of its first copy, which takes some seconds. */
  String beginToMigrate() {
    String id = plans.awaitProposed().path("id").asText();
    plans.order(id, "approve");
    plans.awaiting(() -> plans.plan(id).path("progress").asText().contains("REPLICATING"));
    return id;
  }

  /** Flink may have put the job's subtasks elsewhere: then there is another plan. */
  void awaitEndOrDoAgain(String plan) {
    JsonNode ended = plans.awaitEnd(plan, Set.of("completed", "failed"));
    if (ended.path("state").asText().equals("failed")) {
      assertThat(ended.toString()).contains("job or cluster changed during its execution");
      assertThat(plans.carryOut().path("action")).isEqualTo(ended.path("action"));
    }
  }

  void start(String formerPrimary) {
    start(formerPrimary, cluster.flink().restUrl());
  }

  /** A coordinator that finds Flink there. */
  void start(String formerPrimary, URI flink) {
    CoordinatorService service =
        new CoordinatorService(
            ConfigReader.parse(config(formerPrimary, flink, 0), "test", folder), Clock.systemUTC());
    coordinator = Optional.of(service);
    service.start();
    meet(service.address());
  }

  /** A coordinator that can be killed. */
  void startProcess(String formerPrimary) throws IOException {
    int port = cluster.ports().next("127.0.0.1");
    CoordinatorProcess started =
        CoordinatorProcess.start(
            folder, config(formerPrimary, cluster.flink().restUrl(), port), port);
    process = Optional.of(started);
    meet(started.address());
  }

  /** Routers that have just begun route by hash again. */
  void meet(String url) {
    incarnation += NODES;
    plans =
        PlanDriver.of(
            url,
            new ProtocolTaskManager(url, job, incarnation, incarnation + 1, incarnation + 2),
            PATIENCE);
  }

  private String config(String formerPrimary, URI flink, int port) {
    StringBuilder nodes = new StringBuilder();
    for (int i = 0; i < NODES; i++) {
      nodes.append(
          "- {name: storage-%d, redisHosts: ['%s']}\n".formatted(i + 1, storage.get(i).address()));
      nodes.append(
          "- {name: compute-%d, flinkHosts: ['%s'], redisHosts: ['%s']}\n"
              .formatted(i + 1, EmbeddedCluster.nodeHost(i + 1), given.get(i).address()));
    }
    return """
    interval: 200ms
    flink: {url: '%s', timeout: 1s}
    redis: {endpoints: ['%s', '%s']}
    http: {port: %d}
    stateFile: state.json
    plans:
      file: plans.json
      measurementWindow: 1s
      migrations: {servers: members, formerPrimary: %s, redirectTime: 1s}
    nodes:
    %s"""
        .formatted(
            flink, storage.get(0).address(), given.get(0).address(), port, formerPrimary, nodes);
  }
}
