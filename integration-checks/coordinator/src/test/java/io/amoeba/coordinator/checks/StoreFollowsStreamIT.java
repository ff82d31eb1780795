package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.analyze.KeyGroups;
import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.checks.testjob.Fuse;
import io.amoeba.coordinator.checks.testjob.KeyedJob;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.coordinator.state.OperationFile;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job with aligned keys on three real nodes: hash slots that are on the wrong primary move to
 * where their subtask is, while clients write. Before each test some hash slots of every subtask
 * are misplaced, and all others are right.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class StoreFollowsStreamIT {

  private static final int NODES = 3;
  private static final int MISPLACED_OF_EACH = 40;
  private static final int KEYS_OF_EACH = 3;

  /** More than {@link #BRISKLY} moves until any coordinator has noticed that a job is gone. */
  private static final int RESTING_KEYS_OF_EACH = 750;

  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** Slowly enough that a plan can be met in its middle. */
  private static final String SLOWLY = "  moves: {keysPerMigrate: 20, maxKeysPerSecond: 300}\n";

  /** The same, and faster than clients make new keys. */
  private static final String BRISKLY = "  moves: {keysPerMigrate: 20, maxKeysPerSecond: 3000}\n";

  @TempDir static Path folder = Path.of("");
  private static EmbeddedCluster cluster;
  private static String job = "";
  private static final Map<Integer, String> HOSTS = new HashMap<>();

  private final Path plans = folder.resolve("plans.json");
  private CoordinatorService coordinator;

  @BeforeAll
  static void startClusters() throws IOException {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .redis(RedisSettings.defaults())
            .flink(FlinkSettings.of(FlinkVersion.V2_3))
            .start();
    job = JobJar.submitKeyed(cluster, folder, NODES, folder.toString());
  }

  @AfterAll
  static void endClusters() {
    cluster.close();
  }

  @BeforeEach
  void misplaceHashSlots() throws IOException {
    Files.deleteIfExists(plans);
    cluster.redis().servers().forEach(StoreFollowsStreamIT::empty); // so that moves are quick
    Map<Integer, RedisServer> wanted = new HashMap<>();
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      RedisServer right = serverOfSubtask(subtaskOf(hashSlot));
      wanted.put(
          hashSlot,
          isMisplaced(hashSlot) ? cluster.redis().server(right.node() % NODES + 1) : right);
    }
    // Who gives its last hash slot away may become a replica: all keep one until they have others.
    cluster.redis().servers().forEach(from -> moveAllBut(1, from, wanted));
    cluster.redis().servers().forEach(from -> moveAllBut(0, from, wanted));
  }

  private static void empty(RedisServer server) {
    RedisClient client = RedisClient.create(server.uri());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      connection.sync().flushall();
    } finally {
      client.shutdown();
    }
  }

  private static void moveAllBut(int kept, RedisServer from, Map<Integer, RedisServer> wanted) {
    Map<RedisServer, List<Integer>> byTarget = new HashMap<>();
    List<Integer> owned = cluster.redis().hashSlotsOf(from);
    for (int hashSlot : owned.subList(0, owned.size() - kept)) {
      RedisServer to = wanted.get(hashSlot);
      if (to != null && to.node() != from.node()) {
        byTarget.computeIfAbsent(to, server -> new ArrayList<>()).add(hashSlot);
      }
    }
    byTarget.forEach((to, hashSlots) -> cluster.redis().moveHashSlots(hashSlots, from, to));
  }

  @AfterEach
  void endCoordinator() {
    coordinator.close();
  }

  @Test
  void anApprovedPlanMovesEveryHashSlotToItsSubtaskAndLosesNoWrite() throws InterruptedException {
    try (AcknowledgedWrites writes = writes()) {
      start("");
      JsonNode plan = awaitPlan("proposed");
      String id = plan.path("id").asText();
      assertThat(plan.path("action").asText()).isEqualTo("move_hash_slots");
      assertThat(plan.path("movedHashSlots").asInt()).isEqualTo(NODES * MISPLACED_OF_EACH);
      assertThat(plan.at("/moveHashSlots/operator").asText()).isEqualTo("Statistics");
      assertThat(plan.at("/moveHashSlots/moves")).hasSize(NODES);
      assertThat(plan.at("/moveHashSlots/moves").findValuesAsText("hashSlots"))
          .containsOnly(Integer.toString(MISPLACED_OF_EACH));
      assertThat(plan.at("/gain/localHitRateAfter").asDouble()).isEqualTo(1.0);
      assertThat(symptoms()).contains("HASH_SLOTS_AWAY_FROM_STREAM");
      writes.awaitMore(100);
      assertThat(misplaced()).as("not approved").isEqualTo(NODES * MISPLACED_OF_EACH);

      send("POST", "api/v1/plans/" + id + "/approve", 200);

      awaitState(id, "completed");
      JsonNode done = get("api/v1/plans/" + id);
      assertThat(done.at("/status/done").asInt()).isEqualTo(NODES * MISPLACED_OF_EACH);
      assertThat(done.path("keysMoved").asLong())
          .isGreaterThanOrEqualTo(MISPLACED_OF_EACH * KEYS_OF_EACH);
      assertThat(done.path("adaptationMillis").asLong()).isPositive();
      assertThat(misplaced()).isZero();
      writes.awaitMore(100);
      writes.endAndCheck();
      await().atMost(PATIENCE).until(() -> !symptoms().contains("HASH_SLOTS_AWAY_FROM_STREAM"));
      assertThat(get("api/v1/state").at("/operators/0/alignedShare").asDouble()).isEqualTo(1.0);
      await()
          .atMost(PATIENCE)
          .until(() -> get("api/v1/plans/" + id).at("/outcome/verdict").isTextual());
      assertThat(get("api/v1/plans").path("plans")).hasSize(1);
    }
  }

  @Test
  void aCoordinatorThatEndsInTheMiddleIsFollowedByOneThatFinishesThePlan()
      throws InterruptedException {
    try (AcknowledgedWrites writes = writes()) {
      start(SLOWLY);
      String id = moveUntilTheMiddle(writes);

      coordinator.close();
      int left = misplaced();
      assertThat(left).isBetween(1, NODES * MISPLACED_OF_EACH - 2);
      assertThat(journal()).isEmpty();
      killAMoverWithinTheLastHashSlotOfTheFirstSubtask();
      assertThat(journal()).isPresent();
      start("");

      awaitState(id, "completed");
      assertThat(misplaced()).isZero();
      assertThat(get("api/v1/plans/" + id).at("/status/done").asInt())
          .isEqualTo(NODES * MISPLACED_OF_EACH);
      assertThat(get("api/v1/plans").path("plans")).as("no other plan was made").hasSize(1);
      assertThat(journal()).isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @Test
  void anAbortedPlanStopsBetweenTwoHashSlots() throws InterruptedException {
    start(SLOWLY);
    try (AcknowledgedWrites writes = writes()) {
      String id = moveUntilTheMiddle(writes);

      send("POST", "api/v1/plans/" + id + "/abort", 200);

      awaitState(id, "aborted");
      int done = get("api/v1/plans/" + id).at("/status/done").asInt();
      assertThat(misplaced()).isEqualTo(NODES * MISPLACED_OF_EACH - done);
      assertThat(journal()).isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @Test
  void aPausedPlanRestsBetweenTwoHashSlotsAlsoOverARestartAndContinuesWhenItIsResumed()
      throws InterruptedException {
    try (AcknowledgedWrites writes = writes()) {
      start(SLOWLY);
      String id = moveUntilTheMiddle(writes);

      send("POST", "api/v1/pause", 200);
      await().atMost(PATIENCE).until(() -> rests(id));
      int left = misplaced();
      assertThat(left).isPositive();

      coordinator.close();
      start("");
      assertThat(rests(id)).isTrue();
      assertThat(misplaced()).isEqualTo(left);
      assertThat(get("api/v1/plans/" + id).path("state").asText()).isEqualTo("executing");

      send("POST", "api/v1/resume", 200);
      awaitState(id, "completed");
      assertThat(misplaced()).isZero();
      assertThat(get("api/v1/plans").path("plans")).as("no other plan was made").hasSize(1);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @Test
  @Tag("long")
  void movesRestWhileTheCoordinatorIsCutOffFromFlinkAndThenContinue() throws Exception {
    try (Cable cable = Cable.to(cluster.flink().restUrl());
        AcknowledgedWrites writes = writes()) {
      start(cable.url(), "  moves: {keysPerMigrate: 20, maxKeysPerSecond: 500}\n");
      // Enough for a move that continues until the coordinator has noticed.
      writes.awaitNewKeys(5_000);
      String id = moveUntilTheMiddle(writes);

      cable.cut();
      await().atMost(PATIENCE).until(() -> symptoms().contains("FLINK_UNREACHABLE"));
      await().atMost(PATIENCE).until(() -> journal().isEmpty());
      int left = misplaced();
      assertThat(left).isPositive();
      new CoordinatorApi(coordinator.address()).awaitLooks(2, PATIENCE);
      assertThat(misplaced()).as("it rests").isEqualTo(left);
      assertThat(get("api/v1/plans/" + id).path("state").asText()).isEqualTo("executing");
      cable.heal();

      awaitState(id, "completed");
      assertThat(misplaced()).isZero();
      assertThat(get("api/v1/plans").path("plans")).hasSize(1);
      assertThat(journal()).isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  private Optional<SlotsInTransition> journal() {
    return SlotMigrations.inTransition(OperationFile.path(plans));
  }

  private interface Trouble {
    void make() throws IOException;
  }

  /** Without high availability, the job is gone with it. */
  @Test
  @Tag("long")
  void movesRestWithoutAJobManagerUntilAJobRunsAgain() throws Exception {
    restUntilAJobRuns(
        () -> {
          cluster.flink().jobManager().kill();
          await().atMost(PATIENCE).until(() -> symptoms().contains("FLINK_UNREACHABLE"));
          cluster.flink().startJobManager();
        });
  }

  @Test
  void movesRestWhenTheJobIsCanceledUntilItRunsAgain() throws Exception {
    restUntilAJobRuns(
        () -> {
          cluster.flink().jobs().cancel(job);
          await()
              .atMost(PATIENCE)
              .until(() -> cluster.flink().jobs().state(job).equals("CANCELED"));
        });
  }

  @Test
  void movesRestWhenTheJobFailsByItselfUntilItRunsAgain() throws Exception {
    Path fuse = folder.resolve(Fuse.NOW);
    restUntilAJobRuns(
        () -> {
          Files.createFile(fuse);
          await().atMost(PATIENCE).until(() -> cluster.flink().jobs().state(job).equals("FAILED"));
          Files.delete(fuse);
        });
  }

  private void restUntilAJobRuns(Trouble trouble) throws Exception {
    fillMisplacedOfLastSubtask();
    start(BRISKLY);
    try (AcknowledgedWrites writes = writes()) {
      String id = moveUntilTheMiddle(writes);

      trouble.make();

      await().atMost(PATIENCE).until(() -> symptoms().contains("JOB_MISSING"));
      await().atMost(PATIENCE).until(() -> rests(id));
      int left = misplaced();
      assertThat(left).isPositive();
      writes.awaitMore(100);
      assertThat(rests(id)).isTrue();
      assertThat(misplaced()).as("it rests").isEqualTo(left);
      assertThat(get("api/v1/plans/" + id).path("state").asText()).isEqualTo("executing");
      job = JobJar.submitKeyed(cluster, folder, NODES, folder.toString());
      HOSTS.clear();
      await()
          .atMost(PATIENCE)
          .until(() -> !get("api/v1/plans/" + id).path("state").asText().equals("executing"));
      JsonNode ended = get("api/v1/plans/" + id);
      // Flink may have put the new job's subtasks where those of the old one were.
      if (ended.path("state").asText().equals("failed")) {
        assertThat(ended.toString()).contains("job or cluster changed during its execution");
      } else {
        assertThat(misplaced()).isZero();
      }
      assertThat(journal()).isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  private static void fillMisplacedOfLastSubtask() {
    int from = HashSlot.COUNT;
    while (subtaskOf(from - 1) == NODES - 1) {
      from--;
    }
    RedisClusterClient client = RedisClusterClient.create(cluster.redis().server(1).uri());
    try (StatefulRedisClusterConnection<String, String> connection = client.connect()) {
      for (String tag : AcknowledgedWrites.tags(from, from + MISPLACED_OF_EACH - 1, 1)) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < RESTING_KEYS_OF_EACH; i++) {
          values.put("{" + tag + "}rests-" + i, "v");
        }
        connection.sync().mset(values);
      }
    } finally {
      client.shutdown();
    }
  }

  /** Whether no hash slot moves for a second, in which the slowest mover moves some. */
  private boolean rests(String id) {
    int before = get("api/v1/plans/" + id).at("/status/done").asInt();
    new CoordinatorApi(coordinator.address()).awaitLooks(5, PATIENCE);
    return get("api/v1/plans/" + id).at("/status/done").asInt() == before && journal().isEmpty();
  }

  private String moveUntilTheMiddle(AcknowledgedWrites writes) throws InterruptedException {
    String id = awaitPlan("proposed").path("id").asText();
    writes.awaitMore(2_000);
    send("POST", "api/v1/plans/" + id + "/approve", 200);
    awaitTwoHashSlots(id);
    return id;
  }

  /** As if the coordinator had been killed while some keys had left and others not. */
  private void killAMoverWithinTheLastHashSlotOfTheFirstSubtask() {
    int hashSlot = MISPLACED_OF_EACH - 1;
    Runnable end =
        () -> {
          throw new StoppedStore.Killed();
        };
    try (RedisConnections connections = new RedisConnections(redisSettings(), Leadership.ALONE)) {
      ClusterAdmin store =
          new StoppedStore(
              new RedisClusterAdmin(connections), hashSlot, StoppedStore.Phase.SOME_KEYS, end);
      SlotMigrations mover =
          new SlotMigrations(
              store,
              OperationFile.path(plans),
              SlotMigrationLimits.DEFAULT.withKeysPerMigrate(1),
              Duration.ofSeconds(15));
      assertThatThrownBy(mover::carryOn).isInstanceOf(StoppedStore.Killed.class);
    }
  }

  private static io.amoeba.coordinator.config.RedisSettings redisSettings() {
    RedisServer server = cluster.redis().server(1);
    return new io.amoeba.coordinator.config.RedisSettings(
        List.of(new ServerAddress(server.host(), server.port())),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Duration.ofSeconds(2));
  }

  /** Writes to the misplaced hash slots of the first subtask. */
  private static AcknowledgedWrites writes() {
    return new AcknowledgedWrites(
        cluster.redis().server(1).uri(), 0, MISPLACED_OF_EACH - 1, KEYS_OF_EACH);
  }

  private static int subtaskOf(int hashSlot) {
    return KeyGroups.subtaskOf(hashSlot, KeyedJob.MAX_PARALLELISM, NODES);
  }

  /** The first hash slots of every subtask. */
  private static boolean isMisplaced(int hashSlot) {
    return hashSlot < MISPLACED_OF_EACH
        || subtaskOf(hashSlot - MISPLACED_OF_EACH) != subtaskOf(hashSlot);
  }

  private static RedisServer serverOfSubtask(int subtask) {
    String host = HOSTS.computeIfAbsent(subtask, StoreFollowsStreamIT::hostOfSubtask);
    return cluster.redis().servers().stream()
        .filter(server -> server.host().equals(host))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no primary on " + host));
  }

  /** Where Flink says that a subtask of the keyed operator runs. */
  private static String hostOfSubtask(int subtask) {
    for (JsonNode vertex : cluster.flink().get("/jobs/" + job).path("vertices")) {
      if (vertex.path("name").asText().startsWith("Statistics")) {
        JsonNode subtasks =
            cluster.flink().get("/jobs/" + job + "/vertices/" + vertex.path("id").asText());
        String endpoint = subtasks.path("subtasks").path(subtask).path("endpoint").asText();
        return endpoint.replaceFirst(":\\d+$", "");
      }
    }
    throw new IllegalStateException("the job has no operator Statistics");
  }

  /** Hash slots whose primary is not on the host of their subtask, as their owners say. */
  private static int misplaced() {
    int[] misplaced = {0};
    int[] owned = {0};
    for (RedisServer server : cluster.redis().servers()) {
      for (int hashSlot : cluster.redis().hashSlotsOf(server)) {
        owned[0]++;
        misplaced[0] += serverOfSubtask(subtaskOf(hashSlot)).node() == server.node() ? 0 : 1;
      }
    }
    assertThat(owned[0]).as(() -> cluster.redis().nodesSeen()).isEqualTo(HashSlot.COUNT);
    return misplaced[0];
  }

  private void start(String more) {
    start(cluster.flink().restUrl(), more);
  }

  private void start(URI flink, String more) {
    String config =
        """
        interval: 200ms
        flink: {url: '%s', storeFollows: Statistics}
        redis: {endpoints: ['%s']}
        http: {port: 0}
        plans:
          file: plans.json
          measurementWindow: 1s
        %s"""
            .formatted(flink, cluster.redis().server(1).address(), more);
    coordinator =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    coordinator.start();
  }

  private JsonNode awaitPlan(String state) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> {
              JsonNode plan = get("api/v1/status").path("plan");
              boolean there = plan.path("state").asText().equals(state);
              return there ? Optional.of(plan) : Optional.<JsonNode>empty();
            },
            Optional::isPresent)
        .orElseThrow();
  }

  private void awaitTwoHashSlots(String id) {
    await().atMost(PATIENCE).until(() -> get("api/v1/plans/" + id).at("/status/done").asInt() >= 2);
  }

  private void awaitState(String id, String state) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonNode plan = get("api/v1/plans/" + id);
              assertThat(plan.path("state").asText()).as("%s", plan).isEqualTo(state);
            });
  }

  private List<String> symptoms() {
    return new CoordinatorApi(coordinator.address()).symptoms();
  }

  private JsonNode get(String path) {
    return new CoordinatorApi(coordinator.address()).get(path);
  }

  private JsonNode send(String method, String path, int status) {
    return request(method, path, "{}", status);
  }

  private JsonNode request(String method, String path, String body, int status) {
    return new CoordinatorApi(coordinator.address()).send(method, path, body, status);
  }
}
