package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BlockingRedisIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @RegisterExtension static final TwoRedisNodes NODES = new TwoRedisNodes();

  private final RecordingMetricGroup metrics = new RecordingMetricGroup();

  @Test
  void requestsAreAnsweredAndCountedByTheHostOfTheirHashSlot() {
    try (BlockingRedis redis = BlockingRedis.open(NODES.config(1), metrics)) {
      for (int i = 0; i < 1_000; i++) {
        String key = TwoRedisNodes.key(i);
        String value = "v" + i;
        redis.on(key, commands -> commands.set(key, value));
      }

      String last = TwoRedisNodes.key(999);
      assertThat(redis.<String>on(last, commands -> commands.get(last))).isEqualTo("v999");
      long local = counter("localRequests");
      long remote = counter("remoteRequests");
      assertThat(local + remote).isEqualTo(1_001);
      boolean lastIsLocal = NODES.hashSlotsOf(NODES.server(1)).contains(HashSlot.of(last));
      assertThat(local).isEqualTo(NODES.keysOnNode1(1_000) + (lastIsLocal ? 1 : 0));
      assertThat(((Gauge<?>) metrics.named("amoeba.redis.localHitRate")).getValue())
          .isEqualTo(local / 1_001.0);
    }
  }

  @Test
  void aMovedHashSlotIsFollowedAndBecomesLocal() {
    try (BlockingRedis redis = BlockingRedis.open(NODES.config(1), metrics)) {
      RedisServer two = NODES.server(2);
      String key = NODES.keyOn(two);
      int hashSlot = HashSlot.of(key);
      redis.onHashSlot(hashSlot, commands -> commands.set(key, "before"));
      assertThat(redis.isLocal(hashSlot)).isFalse();

      NODES.moveHashSlot(hashSlot, two, NODES.server(1));

      assertThat(redis.<String>onHashSlot(hashSlot, commands -> commands.get(key)))
          .isEqualTo("before");
      await().atMost(PATIENCE).until(() -> redis.isLocal(hashSlot));
    }
  }

  @Test
  void aKeyThatWentAheadOfItsHashSlotIsFound() {
    RedisServer one = NODES.server(1);
    RedisServer two = NODES.server(2);
    String key = NODES.keyOn(two);
    int hashSlot = HashSlot.of(key);
    try (BlockingRedis redis = BlockingRedis.open(NODES.config(1), metrics)) {
      redis.onHashSlot(hashSlot, commands -> commands.set(key, "ahead"));
      NODES.at(one, at -> at.clusterSetSlotImporting(hashSlot, nodeId(two)));
      NODES.at(two, at -> at.clusterSetSlotMigrating(hashSlot, nodeId(one)));
      NODES.at(two, at -> at.migrate(one.host(), one.port(), key, 0, PATIENCE.toMillis()));

      assertThat(redis.<String>onHashSlot(hashSlot, commands -> commands.get(key)))
          .isEqualTo("ahead");
    } finally {
      NODES.at(two, at -> at.clusterSetSlotNode(hashSlot, nodeId(one)));
      NODES.at(one, at -> at.clusterSetSlotNode(hashSlot, nodeId(one)));
    }
  }

  @Test
  void movesThatNoRequestMeetsAreSeenToo() {
    try (BlockingRedis redis = BlockingRedis.open(NODES.config(1), metrics)) {
      RedisServer one = NODES.server(1);
      int hashSlot = NODES.hashSlotsOf(one).get(0);
      assertThat(redis.isLocal(hashSlot)).isTrue();

      NODES.moveHashSlot(hashSlot, one, NODES.server(2));

      await().atMost(PATIENCE).until(() -> !redis.isLocal(hashSlot));
    }
  }

  @Test
  void brokenConnectionsAreOpenedAgain() {
    try (BlockingRedis redis = BlockingRedis.open(NODES.config(1), metrics)) {
      String key = NODES.keyOn(NODES.server(1));
      redis.on(key, commands -> commands.set(key, "kept"));

      NODES.atEach(at -> at.clientKill(KillArgs.Builder.typeNormal()));

      assertThat(redis.<String>on(key, commands -> commands.get(key))).isEqualTo("kept");
    }
  }

  @Test
  void credentialsOfTheUriAreUsedAndNeverShown() {
    NODES.atEach(
        at ->
            at.aclSetuser(
                "job", AclSetuserArgs.Builder.on().addPassword("s3cret").allKeys().allCommands()));
    RedisServer one = NODES.server(1);
    String key = NODES.keyOn(one);

    ColocatedRedisConfig right = withPassword("s3cret");
    try (BlockingRedis redis = BlockingRedis.open(right, metrics)) {
      redis.on(key, commands -> commands.set(key, "by job"));
      NODES.at(one, at -> assertThat(at.clientList()).contains("user=job"));
    }

    assertThatThrownBy(() -> BlockingRedis.open(withPassword("wr0ng"), metrics))
        .isInstanceOf(RedisAccessException.class)
        .hasMessageContaining("takes these credentials")
        .hasStackTraceContaining("WRONGPASS")
        .satisfies(e -> assertThat(e.toString()).doesNotContain("wr0ng"));
  }

  @Test
  void anErrorReplyIsReported() {
    try (BlockingRedis redis = BlockingRedis.open(NODES.config(1), metrics)) {
      redis.on("text", commands -> commands.set("text", "no number"));

      assertThatThrownBy(() -> redis.on("text", commands -> commands.incr("text")))
          .isInstanceOf(RedisAccessException.class)
          .hasMessageContaining("not an integer");
    }
  }

  @Test
  void aCommandThatIsNotAnsweredEndsAtTheTimeLimit() {
    ColocatedRedisConfig config =
        ColocatedRedisConfig.builder()
            .uris(NODES.uris())
            .commandTimeout(Duration.ofSeconds(2))
            .build();
    try (BlockingRedis redis = BlockingRedis.open(config, metrics)) {
      assertThatThrownBy(() -> redis.on("queue", commands -> commands.blpop(0, "queue")))
          .isInstanceOf(RedisAccessException.class);
    }
  }

  @Test
  void connectionsOfOneConfigurationShareAClientWhoseThreadsEndWithTheLast() {
    Set<Thread> before = threads();
    BlockingRedis first = BlockingRedis.open(NODES.config(1), metrics);
    BlockingRedis second = BlockingRedis.open(NODES.config(1), metrics);
    assertThat(BlockingRedis.CLIENTS.size()).isEqualTo(1);
    assertThat(threads()).isNotEqualTo(before);

    first.close();
    first.close();
    assertThat(BlockingRedis.CLIENTS.size()).isEqualTo(1);
    second.close();

    assertThat(BlockingRedis.CLIENTS.size()).isZero();
    await().atMost(PATIENCE).until(() -> before.containsAll(threads()));
  }

  @Test
  void anUnreachableClusterIsAClearErrorAndLeavesNoThread() {
    Set<Thread> before = threads();
    ColocatedRedisConfig config = ColocatedRedisConfig.of(NODES.deadUri());

    assertThatThrownBy(() -> BlockingRedis.open(config, metrics))
        .isInstanceOf(RedisAccessException.class)
        .hasMessageContaining("Cannot connect to the Redis Cluster at [127.0.0.1:");

    await().atMost(PATIENCE).until(() -> before.containsAll(threads()));
  }

  private ColocatedRedisConfig withPassword(String password) {
    RedisServer one = NODES.server(1);
    return TwoRedisNodes.config(
        1, List.of("redis://job:" + password + "@" + one.host() + ":" + one.port()));
  }

  private String nodeId(RedisServer server) {
    String[] id = new String[1];
    NODES.at(server, at -> id[0] = at.clusterMyId());
    return id[0];
  }

  private long counter(String name) {
    return ((Counter) metrics.named("amoeba.redis." + name)).getCount();
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(
            thread ->
                thread.getName().startsWith("amoeba-redis-")
                    || thread.getName().startsWith("commons-pool"))
        .collect(Collectors.toSet());
  }
}
