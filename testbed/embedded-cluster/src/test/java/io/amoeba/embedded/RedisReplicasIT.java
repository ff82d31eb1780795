package io.amoeba.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ReplicationLink;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.internal.HostAndPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three primaries with a replica each, and a network between them. */
class RedisReplicasIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration DELAY = Duration.ofMillis(300);

  @TempDir static Path folder;

  private static final Map<String, StatefulRedisConnection<String, String>> CONNECTIONS =
      new ConcurrentHashMap<>();

  private static EmbeddedCluster cluster;
  private static RedisClusterServers redis;
  private static RedisClient client;

  @BeforeAll
  static void start() {
    cluster =
        EmbeddedCluster.builder()
            .nodes(3)
            .redis(RedisSettings.defaults().withReplicas(1).withNetwork())
            .parentFolder(folder)
            .start();
    redis = cluster.redis();
    client = RedisClient.create();
  }

  @AfterAll
  static void stop() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    cluster.close();
  }

  @AfterEach
  void makeWhole() {
    redis.servers().forEach(server -> redis.network().link(server).restore());
    redis.network().reunite();
  }

  private static RedisCommands<String, String> on(RedisServer server) {
    return CONNECTIONS
        .computeIfAbsent(server.address(), absent -> client.connect(server.uri()))
        .sync();
  }

  /** A primary and its replica; the roles may have changed meanwhile. */
  private record Shard(RedisServer primary, RedisServer replica) {
    static Shard find() {
      return await()
          .atMost(PATIENCE)
          .until(
              () ->
                  redis.servers().stream()
                      .filter(server -> !redis.hashSlotsOf(server).isEmpty())
                      .flatMap(
                          server ->
                              redis.replicasOf(server).stream()
                                  .filter(RedisReplicasIT::isInSync)
                                  .map(replica -> new Shard(server, replica)))
                      .toList(),
              shards -> shards.size() == 3)
          .get(0);
    }

    /** Writes a key of this shard. */
    void write(String value) {
      on(primary).set(key(), value);
    }

    String key() {
      int owned = redis.hashSlotsOf(primary).get(0);
      return IntStream.iterate(0, i -> i + 1)
          .mapToObj(Integer::toString)
          .filter(text -> SlotHash.getSlot(text) == owned)
          .findFirst()
          .orElseThrow();
    }

    /** What the replica has for the key. */
    String seen() {
      RedisCommands<String, String> commands = on(replica);
      commands.readOnly();
      String value = commands.get(key());
      return value == null ? "" : value;
    }

    void awaitSeen(String value) {
      await().atMost(PATIENCE).until(this::seen, value::equals);
    }
  }

  private static boolean isInSync(RedisServer replica) {
    return on(replica).info("replication").contains("master_link_status:up");
  }

  @Test
  void eachPrimaryHasItsReplica() {
    assertThat(redis.servers()).hasSize(6);
    assertThat(redis.hashSlotCounts().stream().mapToInt(Integer::intValue).sum()).isEqualTo(16_384);
    assertThat(redis.servers().stream().filter(server -> !redis.replicasOf(server).isEmpty()))
        .hasSize(3);
  }

  @Test
  void clientsFindTheServerBehindItsAnnouncedAddress() {
    RedisServer server = redis.server(1);
    HostAndPort announced = redis.network().announced(server);
    RedisURI uri = RedisURI.create(announced.getHostText(), announced.getPort());

    assertThat(on(server).clusterNodes()).contains(" " + announced + "@");
    assertThat(redis.network().direct(announced))
        .isEqualTo(HostAndPort.of(server.host(), server.port()))
        .isNotEqualTo(announced);
    assertThat(client.connect(uri).sync().clusterMyId()).isEqualTo(redis.nodeId(server));
  }

  @Test
  void silentLinkHoldsBackWritesWhileBothEndsStayConnected() {
    Shard shard = Shard.find();
    ReplicationLink link = redis.network().link(shard.replica());
    shard.write("before");
    shard.awaitSeen("before");

    link.silence();
    shard.write("held back");
    awaitSecondsPass(shard);

    assertThat(shard.seen()).isEqualTo("before");
    assertThat(isInSync(shard.replica())).isTrue();
    link.restore();
    shard.awaitSeen("held back");
  }

  /** Until the primary has waited twice for the confirmation that a replica sends each second. */
  private static void awaitSecondsPass(Shard shard) {
    await()
        .atMost(PATIENCE)
        .until(() -> on(shard.primary()).info("replication").matches("(?s).*,lag=[2-9].*"));
  }

  @Test
  void cutLinkIsDownUntilItIsRestored() {
    Shard shard = Shard.find();
    ReplicationLink link = redis.network().link(shard.replica());

    link.cut();
    await().atMost(PATIENCE).until(() -> !isInSync(shard.replica()));
    shard.write("while it was cut");
    assertThat(shard.seen()).isNotEqualTo("while it was cut");

    link.restore();
    shard.awaitSeen("while it was cut");
  }

  @Test
  void delayedLinkDeliversWritesLater() {
    Shard shard = Shard.find();
    redis.network().link(shard.replica()).delay(DELAY);

    long startNanos = System.nanoTime();
    IntStream.rangeClosed(1, 100).forEach(i -> shard.write("late " + i));
    shard.awaitSeen("late 100");

    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isGreaterThanOrEqualTo(DELAY);
  }

  @Test
  void throttledLinkFallsBehindWrites() {
    Shard shard = Shard.find();
    ReplicationLink link = redis.network().link(shard.replica());
    shard.write("before");
    shard.awaitSeen("before");

    link.throttle(10_000);
    String large = "x".repeat(20_000);
    long startNanos = System.nanoTime();
    shard.write(large);
    shard.awaitSeen(large);

    assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
        .isGreaterThan(Duration.ofSeconds(1));
  }

  @Test
  void hashSlotMovesToAnotherPrimaryAndItsReplica() {
    Shard from = Shard.find();
    RedisServer to =
        redis.servers().stream()
            .filter(server -> server.node() != from.primary().node())
            .filter(server -> !redis.hashSlotsOf(server).isEmpty())
            .findFirst()
            .orElseThrow();
    int hashSlot = redis.hashSlotsOf(from.primary()).get(0);
    from.write("moved");
    String key = from.key();

    redis.moveHashSlots(List.of(hashSlot), from.primary(), to);

    assertThat(redis.hashSlotsOf(to)).contains(hashSlot);
    RedisCommands<String, String> replica = on(redis.replicasOf(to).get(0));
    replica.readOnly();
    await().atMost(PATIENCE).until(() -> "moved".equals(replica.get(key)));
  }

  @Test
  void isolatedPrimaryIsReplacedAndItsClientsStillReachIt() {
    Shard shard = Shard.find();

    redis.network().isolate(List.of(shard.primary()));

    await().atMost(PATIENCE).until(() -> !redis.hashSlotsOf(shard.replica()).isEmpty());
    await()
        .atMost(PATIENCE)
        .until(() -> on(shard.primary()).clusterInfo().contains("cluster_state:fail"));
    redis.network().reunite();
    await().atMost(PATIENCE).until(() -> redis.hashSlotsOf(shard.primary()).isEmpty());
  }

  @Test
  void replicaThatWasKilledServesItsLastSnapshot() {
    Shard shard = Shard.find();
    ReplicationLink link = redis.network().link(shard.replica());
    shard.write("in the snapshot");
    shard.awaitSeen("in the snapshot");
    on(shard.replica()).save();
    shard.write("after the snapshot");
    shard.awaitSeen("after the snapshot");

    shard.replica().process().kill();
    link.cut();
    RedisServer back = redis.startNode(shard.replica().node());

    Shard again = new Shard(shard.primary(), back);
    assertThat(again.seen()).isEqualTo("in the snapshot");
    link.restore();
    again.awaitSeen("after the snapshot");
  }
}
