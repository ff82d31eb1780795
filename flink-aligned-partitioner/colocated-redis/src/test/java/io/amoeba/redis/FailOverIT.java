package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A primary is killed; the others take six seconds to believe it. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class FailOverIT {

  private EmbeddedCluster cluster;
  private RedisServer primary;
  private String key;

  @BeforeEach
  void start() {
    cluster =
        EmbeddedCluster.builder()
            .nodes(3)
            .redis(RedisSettings.defaults().with("cluster-node-timeout", "6000"))
            .start();
    primary = cluster.redis().server(2);
    key = keyOn(primary);
  }

  @AfterEach
  void end() {
    cluster.close();
  }

  @Test
  void aRequestIsAnsweredByTheReplicaThatTakesOverWithinTheTimeLimit() {
    cluster.redis().startReplica(4, primary);
    try (BlockingRedis redis = open(Duration.ofSeconds(60))) {
      redis.on(key, commands -> commands.set(key, "before"));

      primary.process().kill();

      assertThat(redis.<String>on(key, commands -> commands.set(key, "after"))).isEqualTo("OK");
      assertThat(redis.<String>on(key, commands -> commands.get(key))).isEqualTo("after");
    }
  }

  @Test
  void withoutAReplicaARequestFailsNotBeforeTheTimeLimit() {
    Duration timeLimit = Duration.ofSeconds(10);
    try (BlockingRedis redis = open(timeLimit)) {
      redis.on(key, commands -> commands.set(key, "before"));
      primary.process().kill();

      long beganNanos = System.nanoTime();
      assertThatThrownBy(() -> redis.on(key, commands -> commands.get(key)))
          .isInstanceOf(RedisAccessException.class)
          .hasMessageContaining("hash slot " + HashSlot.of(key));
      assertThat(System.nanoTime() - beganNanos)
          .isGreaterThan(timeLimit.minusMillis(500).toNanos());
    }
  }

  @Test
  void aTaskThatIsCancelledDoesNotWaitForTheTimeLimit() {
    try (BlockingRedis redis = open(Duration.ofMinutes(5))) {
      redis.on(key, commands -> commands.set(key, "before"));
      primary.process().kill();

      CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
      Thread task =
          new Thread(
              () -> {
                try {
                  redis.on(key, commands -> commands.get(key));
                } catch (RedisAccessException e) {
                  interrupted.complete(Thread.currentThread().isInterrupted());
                }
              });
      task.start();
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> task.getState() == Thread.State.TIMED_WAITING);
      task.interrupt();

      assertThat(interrupted.orTimeout(60, TimeUnit.SECONDS).join()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBatchIsAnsweredByTheReplicaThatTakesOverWithinTheTimeLimit(boolean autoFlush) {
    cluster.redis().startReplica(4, primary);
    try (ColocatedRedis<String, String> redis = openForBatches(Duration.ofSeconds(60))) {
      redis.setAutoFlush(autoFlush);
      redis.await(List.of(redis.on(key).set(key, "before")));

      primary.process().kill();

      List<RedisFuture<Long>> batch =
          IntStream.range(0, 50)
              .mapToObj(i -> redis.on(key).rpush("list{" + key + "}", "" + i))
              .toList();
      redis.await(batch);
      RedisFuture<List<String>> pushed = redis.on(key).lrange("list{" + key + "}", 0, -1);
      redis.await(List.of(pushed));
      assertThat(pushed.toCompletableFuture().join())
          .isEqualTo(IntStream.range(0, 50).mapToObj(String::valueOf).toList());
    }
  }

  @Test
  void requestsContinueWhileTheOtherServersReportTheClusterDown() {
    cluster.redis().startReplica(4, primary);
    RedisServer other = cluster.redis().server(1);
    String keyThere = keyOn(other);
    try (ColocatedRedis<String, String> redis = openForBatches(Duration.ofSeconds(60));
        RedisClient client = RedisClient.create(other.uri());
        StatefulRedisConnection<String, String> beside = client.connect()) {
      redis.await(List.of(redis.on(keyThere).incr(keyThere)));

      primary.process().kill();

      // From the discovery of its death to the election, which takes half a second at least,
      // servers refuse everything.
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                redis.await(List.of(redis.on(keyThere).incr(keyThere)));
                return beside.sync().info("errorstats").contains("CLUSTERDOWN");
              });
    }
  }

  @Test
  void withoutAReplicaABatchFailsNotBeforeTheTimeLimit() {
    Duration timeLimit = Duration.ofSeconds(10);
    try (ColocatedRedis<String, String> redis = openForBatches(timeLimit)) {
      redis.await(List.of(redis.on(key).set(key, "before")));
      primary.process().kill();

      long beganNanos = System.nanoTime();
      assertThatThrownBy(() -> redis.await(List.of(redis.on(key).get(key))))
          .isInstanceOf(RedisAccessException.class);
      assertThat(System.nanoTime() - beganNanos)
          .isGreaterThan(timeLimit.minusMillis(500).toNanos());
    }
  }

  private String keyOn(RedisServer server) {
    List<Integer> hashSlots = cluster.redis().hashSlotsOf(server);
    return IntStream.range(0, 10_000)
        .mapToObj(i -> "key-" + i)
        .filter(candidate -> hashSlots.contains(HashSlot.of(candidate)))
        .findFirst()
        .orElseThrow();
  }

  private BlockingRedis open(Duration timeLimit) {
    return BlockingRedis.open(config(timeLimit), new RecordingMetricGroup());
  }

  private ColocatedRedis<String, String> openForBatches(Duration timeLimit) {
    return ColocatedRedis.open(config(timeLimit), new RecordingMetricGroup());
  }

  private ColocatedRedisConfig config(Duration timeLimit) {
    return ColocatedRedisConfig.builder()
        .uris(
            cluster.redis().servers().stream()
                .map(server -> "redis://" + server.address())
                .toList())
        .commandTimeout(timeLimit)
        .build();
  }
}
