package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.changes.failover.OldPrimary;
import io.amoeba.coordinator.changes.failover.PrimaryReplacements.Planned;
import io.amoeba.coordinator.changes.failover.ReplacementLimits;
import io.amoeba.coordinator.checks.ReplacementDriver.End;
import io.amoeba.coordinator.checks.ReplacementDriver.Report;
import io.amoeba.coordinator.checks.StoppedCluster.Moment;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.ServerProgram;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server that has led, and follows again, is to lead once more at once. It would count the votes
 * of its first election again (Redis 6.2 and 7.0), lead for some milliseconds, and lose what it
 * acknowledges meanwhile.
 */
class SecondPromotionIT {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int FIRST = 1;
  private static final int SECOND = 4;

  private static final ReplacementLimits LIMITS =
      new ReplacementLimits(
          1_048_576,
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          Duration.ofSeconds(15),
          3,
          Duration.ofSeconds(1),
          Duration.ofSeconds(30),
          Duration.ofMillis(50));

  private static final RedisClient CLIENT = RedisClient.create();

  @TempDir private Path folder = Path.of("");

  @AfterAll
  static void endClient() {
    CLIENT.shutdown();
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatLedMomentsAgoLeadsAgainWithoutLossAndWithoutAFullCopy(ServerProgram program)
      throws InterruptedException {
    Optional<Path> executable = program.find(folder);
    Assumptions.assumeTrue(executable.isPresent(), () -> "there is no program of " + program);
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .nodes(3)
            .spareNodes(1)
            .redis(
                new io.amoeba.embedded.redis.RedisSettings(
                    64,
                    // So much that a follower that reconnects late needs no full copy for it.
                    Map.of("repl-diskless-sync-delay", "0", "repl-backlog-size", "64mb"),
                    executable))
            .start()) {
      RedisServer first = cluster.redis().server(FIRST);
      RedisServer second = cluster.redis().startNode(SECOND);
      try (UniqueWrites writes = new UniqueWrites(tagOfFirst(), List.of(first, second))) {
        replaceAndEndAfterTheOrder(cluster);
        awaitLeaderAndFollower(cluster, second, first);
        writes.awaitMore(second, 100);
        cluster.redis().failOver(first);
        awaitLeaderAndFollower(cluster, first, second);
        writes.awaitMore(first, 100);
        long copies = fullCopies(first, second);

        Report recovery = recover(cluster);

        RedisServer owner = awaitOneLeader(first, second);
        writes.awaitMore(owner, 100);
        Set<String> lost = writes.lostBy(owner);
        long further = fullCopies(first, second) - copies;
        System.out.printf(
            "%s %s: %d acknowledged writes lost, %d full copies, longest wait %d ms%n",
            program, version(second), lost.size(), further, writes.longestWaitMillis());
        assertThat(lost).hasSize(0);
        assertThat(further).as("full copies").isZero();
        assertThat(recovery.end()).as("%s", recovery).isEqualTo(End.COMPLETED);
        assertThat(owner).isEqualTo(second);
      }
    }
  }

  /** The coordinator ends right after the order, so that its successor finds it half done. */
  private void replaceAndEndAfterTheOrder(EmbeddedCluster cluster) {
    try (RedisConnections connections = connections(cluster)) {
      ClusterAdmin store =
          new StoppedCluster(
              new RedisClusterAdmin(connections),
              address(cluster.redis().server(SECOND)),
              Moment.FAILS_OVER,
              () -> {
                throw new StoppedStore.Killed();
              });
      Planned planned =
          new Planned(
              cluster.redis().nodeId(cluster.redis().server(FIRST)),
              address(cluster.redis().server(FIRST)),
              address(cluster.redis().server(SECOND)),
              List.of(new HashSlotSpan(0, 5_460)));
      assertThatThrownBy(() -> driver().replace(store, planned, OldPrimary.KEEP))
          .isInstanceOf(StoppedStore.Killed.class);
    }
  }

  private Report recover(EmbeddedCluster cluster) {
    try (RedisConnections connections = connections(cluster)) {
      ClusterAdmin store = new RedisClusterAdmin(connections);
      return driver().goOn(store);
    }
  }

  private ReplacementDriver driver() {
    return new ReplacementDriver(folder.resolve("operation.json"), LIMITS);
  }

  private static RedisConnections connections(EmbeddedCluster cluster) {
    return RealStore.connections(cluster.redis().server(2), Duration.ofSeconds(2));
  }

  /** Every server knows both as what they are, and the follower is in sync. */
  private static void awaitLeaderAndFollower(
      EmbeddedCluster cluster, RedisServer leader, RedisServer follower) {
    String followed = "slave " + cluster.redis().nodeId(leader);
    String id = cluster.redis().nodeId(follower);
    await()
        .atMost(PATIENCE)
        .until(() -> on(follower, r -> r.info("replication")).contains("master_link_status:up"));
    for (RedisServer server : cluster.redis().servers()) {
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  on(server, r -> r.clusterNodes())
                      .lines()
                      .anyMatch(line -> line.startsWith(id) && line.contains(followed)));
    }
  }

  /** Who leads in the end, once the other one is in sync with it. */
  private static RedisServer awaitOneLeader(RedisServer one, RedisServer other) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                on(one, r -> r.info("replication")).contains("master_link_status:up")
                    || on(other, r -> r.info("replication")).contains("master_link_status:up"));
    return on(one, r -> r.info("replication")).contains("role:master") ? one : other;
  }

  private static long fullCopies(RedisServer... servers) {
    long copies = 0;
    for (RedisServer server : servers) {
      copies +=
          Long.parseLong(
              on(server, redis -> redis.info("stats"))
                  .lines()
                  .filter(line -> line.startsWith("sync_full:"))
                  .map(line -> line.substring(line.indexOf(':') + 1).strip())
                  .findFirst()
                  .orElseThrow());
    }
    return copies;
  }

  private static String version(RedisServer server) {
    return on(server, redis -> redis.info("server"))
        .lines()
        .filter(line -> line.matches("(redis|valkey)_version:.*"))
        .toList()
        .toString();
  }

  private static String tagOfFirst() {
    return IntStream.range(0, 100)
        .mapToObj(i -> "t" + i)
        .filter(tag -> SlotHash.getSlot(tag) <= 5_460)
        .findFirst()
        .orElseThrow();
  }

  private static ServerAddress address(RedisServer server) {
    return new ServerAddress(server.host(), server.port());
  }

  private static <T> T on(RedisServer server, Function<RedisCommands<String, String>, T> command) {
    try (StatefulRedisConnection<String, String> connection = CLIENT.connect(server.uri())) {
      return command.apply(connection.sync());
    }
  }
}
