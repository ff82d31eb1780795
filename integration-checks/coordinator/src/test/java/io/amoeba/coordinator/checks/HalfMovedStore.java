package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.state.OperationFile;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real job, a real store and a coordinator's process, to which something happens while a hash
 * slot of its plan is half moved.
 */
@SuppressWarnings("NullAway.Init") // each test sets the fields
abstract class HalfMovedStore {

  static final int NODES = NewNode.NODES;
  static final Duration PATIENCE = Duration.ofMinutes(4);

  /** Hash slots with keys, each of which is open for seconds; all others for a moment. */
  static final int KEYED = 10;

  static final int KEYS_OF_EACH = 200;

  /** A rule for {@link #start}. */
  static final String SLOWLY = ", moves: {keysPerMigrate: 10, maxKeysPerSecond: 100}";

  /** Rules by which the store follows its job to more nodes, and to fewer. */
  static final String GROWTH = ", growth: {servers: members}";

  static final String DRAIN = ", drain: {nodes: without-subtasks, stabilizationWindow: 1s}";

  /** So slowly that a hash slot with {@link #MANY_KEYS} is met half moved, and yet to its end. */
  static final String BRISKLY = ", moves: {keysPerMigrate: 20, maxKeysPerSecond: 500}";

  static final int MANY_KEYS = 1_000;

  @TempDir Path folder;
  private Optional<EmbeddedCluster> started = Optional.empty();
  private Optional<CoordinatorProcess> coordinator = Optional.empty();
  EmbeddedCluster cluster;
  OpenedStore store;
  String job = "";
  PlanDriver plans;

  @AfterEach
  void endAll() {
    coordinator.ifPresent(CoordinatorProcess::close);
    started.ifPresent(EmbeddedCluster::close);
  }

  final void use(EmbeddedCluster newOne) {
    started = Optional.of(newOne);
    cluster = newOne;
    store = new OpenedStore(newOne.redis());
  }

  /** A job with a node more than its store, where an empty member waits. */
  final void useGrownJob() throws IOException {
    NewNode given = NewNode.start(folder);
    use(given.cluster());
    job = given.job();
    cluster.redis().startNode(NODES);
  }

  /** A job with a node less than its store. */
  final void useShrunkJob() throws IOException {
    use(threeNodes(RedisSettings.defaults()));
    job = JobJar.submit(cluster, folder, NODES - 1);
  }

  /** Three nodes, and a job with aligned keys whose hash slots are not all where they should be. */
  final void useKeyedJob(RedisSettings redis) throws IOException {
    use(threeNodes(redis));
    job = JobJar.submitKeyed(cluster, folder, NODES);
    // Wherever Flink has put the subtasks, these hash slots or the others are with another one.
    RedisServer from = cluster.redis().server(1);
    List<Integer> owned = cluster.redis().hashSlotsOf(from);
    cluster
        .redis()
        .moveHashSlots(
            owned.subList(owned.size() / 3, owned.size() / 2), from, cluster.redis().server(2));
  }

  static EmbeddedCluster threeNodes(RedisSettings redis) {
    return EmbeddedCluster.builder()
        .nodes(NODES)
        .redis(redis.with("cluster-allow-replica-migration", "no"))
        .flink(FlinkSettings.of(FlinkVersion.V2_3))
        .start();
  }

  /** Some hash slots in the middle of the longest span that moves. */
  static HashSlotSpan keyed(JsonNode plan) {
    HashSlotSpan longest =
        StreamSupport.stream(plan.path("movedSpans").spliterator(), false)
            .flatMap(spans -> StreamSupport.stream(spans.spliterator(), false))
            .map(span -> new HashSlotSpan(span.get(0).asInt(), span.get(1).asInt()))
            .max(Comparator.comparingInt(HashSlotSpan::count))
            .orElseThrow();
    int from = (longest.from() + longest.to()) / 2;
    assertThat(from + KEYED).isLessThan(longest.to());
    return new HashSlotSpan(from, from + KEYED - 1);
  }

  /** Lets the coordinator approve by itself, and waits until one of these is half moved. */
  final void actUntilHalfMoved(HashSlotSpan keyed) {
    var unused = plans.api().send("PUT", "api/v1/mode", "{\"mode\": \"act\"}", 200);
    plans.awaiting(
        () ->
            store.open().stream()
                .anyMatch(hashSlot -> hashSlot >= keyed.from() && hashSlot < keyed.to()));
  }

  /** Waits until the second plan has let the store grow to a server that was started. */
  final void growTo(int port) {
    plans.awaiting(
        () -> plans.get("api/v1/plans").path("plans").findValuesAsText("action").size() > 1);
    JsonNode growth = plans.plan("plan-2");
    assertThat(growth.path("action").asText()).isEqualTo("grow_store");
    assertThat(growth.at("/growStore/moves/0/to").asText())
        .isEqualTo(EmbeddedCluster.nodeHost(NODES) + ":" + port);
    plans.awaitEnd("plan-2", "completed");
  }

  /**
   * The plan that is carried out: on a busy machine another one than was proposed first, which is
   * stale when the test's task managers were silent for too long.
   */
  final JsonNode underWay() {
    return plans.plan(plans.get("api/v1/status").at("/plan/id").asText());
  }

  final boolean isAligned() {
    return plans.get("api/v1/state").at("/operators/0/alignedShare").asDouble() == 1.0;
  }

  final Optional<SlotsInTransition> journal() {
    return SlotMigrations.inTransition(OperationFile.path(plansFile()));
  }

  private Path plansFile() {
    return state().resolve("plans.json");
  }

  /** Environment variables of the coordinator. */
  Map<String, String> environment() {
    return Map.of();
  }

  /** Where the coordinator keeps its plans. */
  Path state() {
    return folder;
  }

  /** Where the coordinator finds the store. */
  String endpoint() {
    return cluster.redis().server(1).address();
  }

  /**
   * Starts a coordinator.
   *
   * @param rules of the configuration about plans, each after a comma
   * @param routers incarnations of those of the job's exchange; none: the job has aligned keys
   */
  final void start(String rules, String mode, long... routers) throws IOException {
    int port = cluster.ports().next("127.0.0.1");
    String config =
        """
        interval: 200ms
        mode: %s
        flink: {url: '%s'%s}
        redis: {endpoints: ['%s']}
        http: {port: %d}
        plans: {file: '%s', measurementWindow: 1s%s}
        """
            .formatted(
                mode,
                cluster.flink().restUrl(),
                routers.length == 0 ? ", storeFollows: Statistics" : "",
                endpoint(),
                port,
                plansFile(),
                rules);
    CoordinatorProcess begun = CoordinatorProcess.start(folder, config, port, environment());
    coordinator = Optional.of(begun);
    plans =
        PlanDriver.of(
            begun.address(), new ProtocolTaskManager(begun.address(), job, routers), PATIENCE);
  }

  final void killCoordinator() throws InterruptedException {
    coordinator.orElseThrow().kill();
  }

  /** If one runs. */
  final void endCoordinator() throws InterruptedException {
    if (coordinator.isPresent()) {
      killCoordinator();
    }
  }
}
