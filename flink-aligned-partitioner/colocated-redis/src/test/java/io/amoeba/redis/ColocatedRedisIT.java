package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.RedisFuture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColocatedRedisIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @RegisterExtension static final TwoRedisNodes NODES = new TwoRedisNodes();

  private final RecordingMetricGroup metrics = new RecordingMetricGroup();

  @Test
  void requestsAreCountedByTheHostOfTheirHashSlot() {
    try (ColocatedRedis<String, String> redis = ColocatedRedis.open(NODES.config(1), metrics)) {
      for (int i = 0; i < 1_000; i++) {
        String key = TwoRedisNodes.key(i);
        redis.await(List.of(redis.on(key).set(key, "v")));
      }

      long local = counter("localRequests");
      long remote = counter("remoteRequests");
      assertThat(local + remote).isEqualTo(1_000);
      assertThat(local).isEqualTo(NODES.keysOnNode1(1_000)).isBetween(300L, 700L);
      assertThat(((Gauge<?>) metrics.named("amoeba.redis.localHitRate")).getValue())
          .isEqualTo(local / 1_000.0);
    }
  }

  @Test
  void aBatchIsAnsweredAlthoughNothingIsSentBefore() throws Exception {
    try (ColocatedRedis<byte[], byte[]> redis =
        ColocatedRedis.openBinary(NODES.config(2), metrics)) {
      redis.setAutoFlush(false);
      List<RedisFuture<Long>> requests = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        byte[] key = ("counter-" + i).getBytes();
        requests.add(redis.on(key).incr(key));
      }
      assertThat(requests).noneMatch(RedisFuture::isDone);

      redis.await(requests, PATIENCE);

      assertThat(requests).allMatch(RedisFuture::isDone);
      assertThat(requests.get(0).get()).isPositive();
    }
  }

  /** Some are sent while the connection is opened, and others when it has just been opened. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theFirstRequestsOfAConnectionKeepTheirOrder(boolean autoFlush) {
    int values = 2_000;
    String key = NODES.keyOn(NODES.server(2));
    try (ColocatedRedis<String, String> client = ColocatedRedis.open(NODES.config(1), metrics)) {
      for (int round = 0; round < 50; round++) {
        String list = "list-%s-%d-{%s}".formatted(autoFlush, round, key);
        try (ColocatedRedis<String, String> redis = ColocatedRedis.open(NODES.config(1), metrics)) {
          redis.setAutoFlush(autoFlush);
          redis.await(
              IntStream.range(0, values)
                  .mapToObj(value -> redis.on(list).rpush(list, String.valueOf(value)))
                  .toList(),
              PATIENCE);
        }
        RedisFuture<List<String>> pushed = client.on(list).lrange(list, 0, -1);
        client.await(List.of(pushed), PATIENCE);
        assertThat(pushed.toCompletableFuture().join())
            .isEqualTo(IntStream.range(0, values).mapToObj(String::valueOf).toList());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void movedHashSlotsAreFollowedWithinABatchAndBecomeLocal(boolean autoFlush) {
    try (ColocatedRedis<String, String> redis = ColocatedRedis.open(NODES.config(1), metrics)) {
      redis.setAutoFlush(autoFlush);
      RedisServer one = NODES.server(1);
      RedisServer two = NODES.server(2);
      String key = NODES.keyOn(two);
      int hashSlot = HashSlot.of(key);
      redis.await(List.of(redis.on(key).set(key, "before")));
      assertThat(redis.isLocal(hashSlot)).isFalse();

      NODES.moveHashSlot(hashSlot, two, one);
      List<RedisFuture<String>> batch =
          IntStream.range(0, 50).mapToObj(i -> redis.on(key).get(key)).toList();
      redis.await(batch, PATIENCE);

      assertThat(batch).allMatch(r -> "before".equals(r.toCompletableFuture().join()));
      await().atMost(PATIENCE).until(() -> redis.isLocal(hashSlot));
    }
  }

  @Test
  void movesThatNoRequestMeetsAreSeenToo() {
    try (ColocatedRedis<String, String> redis = ColocatedRedis.open(NODES.config(1), metrics)) {
      RedisServer one = NODES.server(1);
      RedisServer two = NODES.server(2);
      int hashSlot = NODES.hashSlotsOf(one).get(0);
      assertThat(redis.isLocal(hashSlot)).isTrue();

      NODES.moveHashSlot(hashSlot, one, two);

      await().atMost(PATIENCE).until(() -> !redis.isLocal(hashSlot));
    }
  }

  @Test
  void connectionsOfOneConfigurationShareAClientThatEndsWithTheLast() {
    SharedClients<ColocatedRedisConfig, SharedClient> clients = ColocatedRedis.CLIENTS;
    Set<Thread> before = lettuceThreads();
    ColocatedRedis<String, String> first = ColocatedRedis.open(NODES.config(1), metrics);
    ColocatedRedis<byte[], byte[]> second = ColocatedRedis.openBinary(NODES.config(1), metrics);
    assertThat(clients.size()).isEqualTo(1);

    first.close();
    first.close();
    assertThat(clients.size()).isEqualTo(1);
    second.close();

    assertThat(clients.size()).isZero();
    await().atMost(PATIENCE).until(() -> before.containsAll(lettuceThreads()));
  }

  @Test
  void anUnreachableClusterIsAClearErrorAndLeavesNoThread() {
    Set<Thread> before = lettuceThreads();
    ColocatedRedisConfig config = ColocatedRedisConfig.of(NODES.deadUri());

    assertThatThrownBy(() -> ColocatedRedis.open(config, metrics))
        .isInstanceOf(RedisAccessException.class)
        .hasMessageContaining("Cannot connect to the Redis Cluster at [127.0.0.1:");

    await().atMost(PATIENCE).until(() -> before.containsAll(lettuceThreads()));
  }

  @Test
  void anErrorReplyIsReported() {
    try (ColocatedRedis<String, String> redis = ColocatedRedis.open(NODES.config(1), metrics)) {
      redis.await(List.of(redis.on("text").set("text", "no number")));

      assertThatThrownBy(() -> redis.await(List.of(redis.on("text").incr("text"))))
          .isInstanceOf(RedisAccessException.class)
          .hasMessageContaining("not an integer");
    }
  }

  private long counter(String name) {
    return ((Counter) metrics.named("amoeba.redis." + name)).getCount();
  }

  /** The servers' own client has some, too. */
  private static Set<Thread> lettuceThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("lettuce-"))
        .collect(Collectors.toSet());
  }
}
