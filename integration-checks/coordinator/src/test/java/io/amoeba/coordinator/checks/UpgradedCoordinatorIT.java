package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.state.OperationFile;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.releasedformats.Release;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A coordinator that is started on what an earlier release has left in the middle of a plan. */
@Tag("long")
class UpgradedCoordinatorIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Path KEPT = Path.of("../../amoeba-coordinator/src/test/resources");

  /** Two hash slots of the plan have moved, this one is open, the next one is only intended. */
  private static final int OPEN = 2;

  /** Hash slots of the plan that every release has left: tens from each of these on. */
  private static final List<Integer> MOVED = List.of(0, 100, 200, 300);

  private static final int KEYS = 20;

  @TempDir Path folder = Path.of("");
  private final RedisClient client = RedisClient.create();

  @AfterEach
  void endClient() {
    client.shutdown();
  }

  static List<Release> releases() {
    return Release.all(KEPT);
  }

  @ParameterizedTest
  @MethodSource("releases")
  void planThatAReleaseHasLeftHalfDoneIsCompleted(Release release)
      throws IOException, InterruptedException {
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder().nodes(3).spareNodes(1).redis(RedisSettings.defaults()).start()) {
      RedisServer from = cluster.redis().server(1);
      RedisServer to = cluster.redis().server(2);
      List<String> keys = openHalfMoved(cluster, from, to);
      Map<String, String> names =
          Map.of(
              "\"a1\"", quoted(cluster.redis().nodeId(from)),
              "\"b2\"", quoted(cluster.redis().nodeId(to)),
              "\"run-7\"", quoted(run(from)),
              "\"plan-7\"", quoted("plan-1"),
              "\"move_hash_slots\"", quoted("grow_store"));
      Path plans = folder.resolve("plans.json");
      leave(plans, release.texts("plans").get("grow_store.without_a_job"), names);
      Path journal = OperationFile.path(plans);
      leave(journal, release.texts("operation").get("move_hash_slots.setslot_and_migrate"), names);

      int port = cluster.ports().next("127.0.0.1");
      try (CoordinatorProcess coordinator =
          CoordinatorProcess.start(folder, config(from, port), port)) {
        CoordinatorApi api = new CoordinatorApi(coordinator.address());
        await().atMost(PATIENCE).until(() -> !state(api).equals("executing"));

        JsonNode plan = api.get("api/v1/plans/plan-1");
        assertThat(state(api)).as(plan.toString()).isEqualTo("completed");
        assertThat(plan.path("events").findValuesAsText("state"))
            .containsExactly("proposed", "approved", "executing", "completed");
        assertThat(cluster.redis().hashSlotsOf(to)).containsAll(moved());
        new OpenedStore(cluster.redis()).assertWhole();
        for (String key : keys) {
          assertThat(this.<String>on(to, redis -> redis.get(key))).as(key).isEqualTo("value");
        }
        assertThat(journal).doesNotExist();
      }
    }
  }

  private static String state(CoordinatorApi api) {
    return api.get("api/v1/plans/plan-1").path("state").asText();
  }

  private static List<Integer> moved() {
    return MOVED.stream().flatMap(first -> IntStream.range(first, first + 10).boxed()).toList();
  }

  /** As the release's coordinator was killed: some keys of the open hash slot are there already. */
  private List<String> openHalfMoved(EmbeddedCluster cluster, RedisServer from, RedisServer to) {
    assertThat(cluster.redis().hashSlotsOf(from)).containsAll(moved());
    cluster.redis().moveHashSlots(List.of(0, 1), from, to);
    List<String> keys =
        Stream.iterate(0, n -> n + 1)
            .map(n -> "key-" + n)
            .filter(key -> HashSlot.of(key) == OPEN)
            .limit(KEYS)
            .toList();
    String source = cluster.redis().nodeId(from);
    String target = cluster.redis().nodeId(to);
    on(to, redis -> redis.clusterSetSlotImporting(OPEN, source));
    on(
        from,
        redis -> {
          keys.forEach(key -> redis.set(key, "value"));
          redis.clusterSetSlotMigrating(OPEN, target);
          keys.subList(0, KEYS / 2)
              .forEach(key -> redis.migrate(to.host(), to.port(), key, 0, 5_000));
          return "";
        });
    assertThat(new OpenedStore(cluster.redis()).open()).containsExactly(OPEN);
    return keys;
  }

  /** Ids of this store in place of the sample's; a file that is changed has no checksum. */
  private static void leave(Path file, @Nullable String text, Map<String, String> names)
      throws IOException {
    String left = Objects.requireNonNull(text).replaceFirst(",\"sha256\":\"[0-9a-f]{64}\"", "");
    for (Map.Entry<String, String> name : names.entrySet()) {
      left = left.replace(name.getKey(), name.getValue());
    }
    Files.writeString(file, left);
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  private String run(RedisServer server) {
    return on(server, redis -> redis.info("server"))
        .lines()
        .filter(line -> line.startsWith("run_id:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElseThrow();
  }

  /** It makes no further plan, and completes the one that has begun. */
  private static String config(RedisServer server, int port) {
    return """
        mode: propose
        interval: 200ms
        redis: {endpoints: ['%s']}
        http: {port: %d}
        plans: {file: plans.json, measurementWindow: 1s, growth: {servers: members}}
        """
        .formatted(server.address(), port);
  }

  private <T> T on(RedisServer server, Function<RedisCommands<String, String>, T> command) {
    try (StatefulRedisConnection<String, String> connection = client.connect(server.uri())) {
      return command.apply(connection.sync());
    }
  }
}
