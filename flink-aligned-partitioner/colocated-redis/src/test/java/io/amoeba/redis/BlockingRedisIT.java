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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class BlockingRedisIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final RecordingMetricGroup metrics = new RecordingMetricGroup();
  private TwoRedisNodes nodes;

  @BeforeAll
  void start() {
    nodes = new TwoRedisNodes();
  }

  @AfterAll
  void end() {
    if (nodes != null) {
      nodes.close();
    }
  }

  @Test
  void requestsAreAnsweredAndCountedByTheHostOfTheirHashSlot() {
    try (BlockingRedis redis = BlockingRedis.open(nodes.config(1), metrics)) {
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
      boolean lastIsLocal = nodes.hashSlotsOf(nodes.server(1)).contains(HashSlot.of(last));
      assertThat(local).isEqualTo(nodes.keysOnNode1(1_000) + (lastIsLocal ? 1 : 0));
      assertThat(((Gauge<?>) metrics.named("amoeba.redis.localHitRate")).getValue())
          .isEqualTo(local / 1_001.0);
    }
  }

  @Test
  void aMovedHashSlotIsFollowedAndBecomesLocal() {
    try (BlockingRedis redis = BlockingRedis.open(nodes.config(1), metrics)) {
      RedisServer two = nodes.server(2);
      String key = nodes.keyOn(two);
      int hashSlot = HashSlot.of(key);
      redis.onHashSlot(hashSlot, commands -> commands.set(key, "before"));
      assertThat(redis.isLocal(hashSlot)).isFalse();

      nodes.moveHashSlot(hashSlot, two, nodes.server(1));

      assertThat(redis.<String>onHashSlot(hashSlot, commands -> commands.get(key)))
          .isEqualTo("before");
      await().atMost(PATIENCE).until(() -> redis.isLocal(hashSlot));
    }
  }

  @Test
  void aKeyThatWentAheadOfItsHashSlotIsFound() {
    RedisServer one = nodes.server(1);
    RedisServer two = nodes.server(2);
    String key = nodes.keyOn(two);
    int hashSlot = HashSlot.of(key);
    try (BlockingRedis redis = BlockingRedis.open(nodes.config(1), metrics)) {
      redis.onHashSlot(hashSlot, commands -> commands.set(key, "ahead"));
      nodes.at(one, at -> at.clusterSetSlotImporting(hashSlot, nodeId(two)));
      nodes.at(two, at -> at.clusterSetSlotMigrating(hashSlot, nodeId(one)));
      nodes.at(two, at -> at.migrate(one.host(), one.port(), key, 0, PATIENCE.toMillis()));

      assertThat(redis.<String>onHashSlot(hashSlot, commands -> commands.get(key)))
          .isEqualTo("ahead");
    } finally {
      nodes.at(two, at -> at.clusterSetSlotNode(hashSlot, nodeId(one)));
      nodes.at(one, at -> at.clusterSetSlotNode(hashSlot, nodeId(one)));
    }
  }

  @Test
  void movesThatNoRequestMeetsAreSeenToo() {
    try (BlockingRedis redis = BlockingRedis.open(nodes.config(1), metrics)) {
      RedisServer one = nodes.server(1);
      int hashSlot = nodes.hashSlotsOf(one).get(0);
      assertThat(redis.isLocal(hashSlot)).isTrue();

      nodes.moveHashSlot(hashSlot, one, nodes.server(2));

      await().atMost(PATIENCE).until(() -> !redis.isLocal(hashSlot));
    }
  }

  @Test
  void brokenConnectionsAreOpenedAgain() {
    try (BlockingRedis redis = BlockingRedis.open(nodes.config(1), metrics)) {
      String key = nodes.keyOn(nodes.server(1));
      redis.on(key, commands -> commands.set(key, "kept"));

      nodes.atEach(at -> at.clientKill(KillArgs.Builder.typeNormal()));

      assertThat(redis.<String>on(key, commands -> commands.get(key))).isEqualTo("kept");
    }
  }

  @Test
  void credentialsOfTheUriAreUsedAndNeverShown() {
    nodes.atEach(
        at ->
            at.aclSetuser(
                "job", AclSetuserArgs.Builder.on().addPassword("s3cret").allKeys().allCommands()));
    RedisServer one = nodes.server(1);
    String key = nodes.keyOn(one);

    ColocatedRedisConfig right = withPassword("s3cret");
    try (BlockingRedis redis = BlockingRedis.open(right, metrics)) {
      redis.on(key, commands -> commands.set(key, "by job"));
      nodes.at(one, at -> assertThat(at.clientList()).contains("user=job"));
    }

    assertThatThrownBy(() -> BlockingRedis.open(withPassword("wr0ng"), metrics))
        .isInstanceOf(RedisAccessException.class)
        .hasMessageContaining("takes these credentials")
        .hasStackTraceContaining("WRONGPASS")
        .satisfies(e -> assertThat(e.toString()).doesNotContain("wr0ng"));
  }

  @Test
  void anErrorReplyIsReported() {
    try (BlockingRedis redis = BlockingRedis.open(nodes.config(1), metrics)) {
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
            .uris(nodes.uris())
            .commandTimeout(Duration.ofMillis(300))
            .build();
    try (BlockingRedis redis = BlockingRedis.open(config, metrics)) {
      assertThatThrownBy(() -> redis.on("queue", commands -> commands.blpop(0, "queue")))
          .isInstanceOf(RedisAccessException.class);
    }
  }

  @Test
  void connectionsOfOneConfigurationShareAClientWhoseThreadsEndWithTheLast() {
    Set<Thread> before = threads();
    BlockingRedis first = BlockingRedis.open(nodes.config(1), metrics);
    BlockingRedis second = BlockingRedis.open(nodes.config(1), metrics);
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
    ColocatedRedisConfig config = ColocatedRedisConfig.of(nodes.deadUri());

    assertThatThrownBy(() -> BlockingRedis.open(config, metrics))
        .isInstanceOf(RedisAccessException.class)
        .hasMessageContaining("Cannot connect to the Redis Cluster at [127.0.0.1:");

    await().atMost(PATIENCE).until(() -> before.containsAll(threads()));
  }

  private ColocatedRedisConfig withPassword(String password) {
    RedisServer one = nodes.server(1);
    return TwoRedisNodes.config(
        1, List.of("redis://job:" + password + "@" + one.host() + ":" + one.port()));
  }

  private String nodeId(RedisServer server) {
    String[] id = new String[1];
    nodes.at(server, at -> id[0] = at.clusterMyId());
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
