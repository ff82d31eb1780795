package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.monitor.StoreQuestions;
import io.amoeba.coordinator.redis.RedisClusterMonitor;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.ServerProgram;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How the coordinator sees the replicas of a real primary. */
class ReplicaLagIT {

  /** Readings are ten seconds apart. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int PRIMARY = 1;
  private static final int REPLICA = 2;
  private static final int LAGGING = 3;
  private static final Pattern INFO_CALLS = Pattern.compile("cmdstat_info:calls=(\\d+)");

  @TempDir private Path folder = Path.of("");
  private final RedisClient client = RedisClient.create();
  private int ticks;

  @AfterEach
  void close() {
    client.shutdown();
  }

  @ParameterizedTest
  @MethodSource("io.amoeba.embedded.redis.ServerProgram#available")
  void replicasHaveALagAndAShareOfTheReadsUntilTheyAreGone(ServerProgram program) {
    Optional<Path> executable = program.find(folder);
    Assumptions.assumeTrue(executable.isPresent(), () -> "there is no program of " + program);
    io.amoeba.embedded.redis.RedisSettings settings =
        new io.amoeba.embedded.redis.RedisSettings(64, Map.of(), executable).withReplicas(2);
    try (EmbeddedCluster cluster = EmbeddedCluster.builder().nodes(1).redis(settings).start();
        RedisConnections connections = connections(cluster)) {
      RedisClusterMonitor monitor = new RedisClusterMonitor(connections, StoreQuestions.NONE);
      RedisCommands<String, String> primary = connect(cluster, PRIMARY);
      RedisCommands<String, String> replica = connect(cluster, REPLICA);
      replica.readOnly();
      long infoCalls = infoCalls(replica);
      RedisServer lagging = cluster.redis().server(LAGGING);

      awaitReplicas(
          monitor, all -> all.stream().allMatch(each -> each.lagSeconds().orElse(99) <= 2));
      OptionalDouble share =
          await()
              .atMost(PATIENCE)
              .until(
                  () -> {
                    primary.get("key");
                    List.of(1, 2, 3).forEach(read -> replica.get("key"));
                    return replicas(monitor).readShare();
                  },
                  OptionalDouble::isPresent);
      assertThat(share.getAsDouble()).isBetween(0.7, 0.8);

      lagging.process().pause();
      primary.set("key", "v".repeat(1_000));
      List<Replica> apart =
          awaitReplicas(monitor, all -> of(all, LAGGING).lagSeconds().orElse(0) >= 5);
      assertThat(of(apart, LAGGING).lagBytes().orElse(0)).isGreaterThan(1_000);
      assertThat(of(apart, REPLICA).lagBytes().orElse(99_999)).isLessThan(1_000);
      assertThat(of(apart, REPLICA).lagSeconds().orElse(99))
          .isLessThan(of(apart, LAGGING).lagSeconds().orElse(0));

      lagging.process().kill();
      awaitReplicas(
          monitor,
          all -> of(all, LAGGING).lagSeconds().isEmpty() && of(all, LAGGING).lagBytes().isEmpty());
      assertThat(replicas(monitor).readShare()).isEmpty();
      assertThat(of(replicas(monitor).all(), REPLICA).lagSeconds()).isPresent();

      assertThat(infoCalls(replica) - infoCalls - 1).as("INFO").isBetween(2L, (long) ticks);
    }
  }

  @Test
  void aStoreWithoutReplicasIsAskedNothing() {
    io.amoeba.embedded.redis.RedisSettings settings =
        io.amoeba.embedded.redis.RedisSettings.defaults();
    try (EmbeddedCluster cluster = EmbeddedCluster.builder().nodes(1).redis(settings).start();
        RedisConnections connections = connections(cluster)) {
      RedisClusterMonitor monitor = new RedisClusterMonitor(connections, StoreQuestions.NONE);
      RedisCommands<String, String> primary = connect(cluster, PRIMARY);
      long infoCalls = infoCalls(primary);

      assertThat(replicas(monitor)).isEqualTo(Replicas.NONE);
      assertThat(replicas(monitor)).isEqualTo(Replicas.NONE);

      assertThat(infoCalls(primary) - infoCalls).as("the test's own").isEqualTo(1);
    }
  }

  @Test
  void oneInfoOfEachServerTellsAllThatIsWantedOfIt() {
    io.amoeba.embedded.redis.RedisSettings settings =
        io.amoeba.embedded.redis.RedisSettings.defaults().withReplicas(1);
    try (EmbeddedCluster cluster = EmbeddedCluster.builder().nodes(1).redis(settings).start();
        RedisConnections connections = connections(cluster)) {
      RedisClusterMonitor monitor =
          new RedisClusterMonitor(connections, new StoreQuestions(true, false, true, false, true));
      RedisCommands<String, String> primary = connect(cluster, PRIMARY);
      RedisCommands<String, String> replica = connect(cluster, REPLICA);
      primary.set("key", "value");
      long ofPrimary = infoCalls(primary);
      long ofReplica = infoCalls(replica);

      Primary seen = primaries(monitor).get(0);

      assertThat(seen.keys()).hasValue(1);
      assertThat(seen.memory().orElseThrow().dataBytes()).isPositive();
      assertThat(seen.version()).isPresent();
      assertThat(seen.upkeep()).isPresent();
      assertThat(seen.replicas().all())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.lagBytes()).isPresent();
                assertThat(each.upkeep()).isPresent();
              });
      assertThat(primaries(monitor)).hasSize(1);
      assertThat(infoCalls(primary) - ofPrimary - 1).as("INFO to the primary").isEqualTo(1);
      assertThat(infoCalls(replica) - ofReplica - 1).as("INFO to the replica").isEqualTo(1);
    }
  }

  private static List<Primary> primaries(RedisClusterMonitor monitor) {
    return monitor.read() instanceof StoreView.Found found ? found.primaries() : List.of();
  }

  private static RedisConnections connections(EmbeddedCluster cluster) {
    return RealStore.connections(cluster.redis().server(PRIMARY), TIMEOUT);
  }

  private RedisCommands<String, String> connect(EmbeddedCluster cluster, int node) {
    return client.connect(cluster.redis().server(node).uri()).sync();
  }

  private List<Replica> awaitReplicas(
      RedisClusterMonitor monitor, Predicate<List<Replica>> condition) {
    return await()
        .atMost(PATIENCE)
        .until(() -> replicas(monitor).all(), all -> all.size() == 2 && condition.test(all));
  }

  private Replicas replicas(RedisClusterMonitor monitor) {
    ticks++;
    return primaries(monitor).stream().map(Primary::replicas).findFirst().orElse(Replicas.NONE);
  }

  private static Replica of(List<Replica> all, int node) {
    return all.stream()
        .filter(replica -> replica.host().equals(EmbeddedCluster.nodeHost(node)))
        .findFirst()
        .orElseThrow();
  }

  private static long infoCalls(RedisCommands<String, String> server) {
    Matcher calls = INFO_CALLS.matcher(server.info("commandstats"));
    return calls.find() ? Long.parseLong(calls.group(1)) : 0;
  }
}
