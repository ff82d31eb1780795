package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.KillArgs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.metrics.Counter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Requests by the own server's socket in the file system, and when there is none. */
class OwnServerIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration LIMIT = Duration.ofSeconds(2);

  @RegisterExtension static final TwoRedisNodes NODES = new TwoRedisNodes();

  private final RecordingMetricGroup metrics = new RecordingMetricGroup();
  private final RedisServer one = NODES.server(1);
  private final RedisServer two = NODES.server(2);

  /** Servers notice the end of connections of the test before a moment later. */
  @BeforeEach
  void nobodyIsConnectedBySocket() {
    await().atMost(PATIENCE).until(() -> bySocket(one).isEmpty() && bySocket(two).isEmpty());
  }

  private BlockingRedis open() {
    return open(NODES.socket(one), Duration.ofSeconds(10));
  }

  private BlockingRedis open(Path socket, Duration limit) {
    return BlockingRedis.open(
        ColocatedRedisConfig.builder()
            .uris(NODES.uris())
            .localHosts(List.of(EmbeddedCluster.nodeHost(1)))
            .localSocket(socket.toString())
            .commandTimeout(limit)
            .build(),
        metrics);
  }

  /** Connections by the socket at a server, with the command that each has done last. */
  private static List<String> bySocket(RedisServer server) {
    String socket = NODES.socket(server).getFileName().toString();
    List<String> found = new ArrayList<>();
    NODES.at(
        server,
        at ->
            at.clientList()
                .lines()
                .filter(line -> line.contains(socket + ":0"))
                .forEach(found::add));
    return found;
  }

  @Test
  void onlyRequestsOnHashSlotsOfTheOwnServerGoByItsSocket() {
    try (BlockingRedis redis = open()) {
      String own = NODES.keyOn(one);
      String other = NODES.keyOn(two);

      redis.on(own, commands -> commands.set(own, "here"));
      redis.on(other, commands -> commands.set(other, "there"));

      assertThat(redis.<String>on(own, commands -> commands.get(own))).isEqualTo("here");
      assertThat(redis.<String>on(other, commands -> commands.get(other))).isEqualTo("there");
      assertThat(bySocket(one)).singleElement().asString().contains("cmd=get");
      assertThat(bySocket(two)).isEmpty();
      assertThat(counter("localRequests")).isEqualTo(2);
      assertThat(counter("remoteRequests")).isEqualTo(2);
    }
    await().atMost(PATIENCE).until(() -> bySocket(one).isEmpty());
  }

  @Test
  void aMovedHashSlotIsFollowed() {
    String key = NODES.keyOn(one);
    int hashSlot = HashSlot.of(key);
    try (BlockingRedis redis = open()) {
      redis.onHashSlot(hashSlot, commands -> commands.set(key, "before"));

      NODES.moveHashSlot(hashSlot, one, two);

      assertThat(redis.<String>onHashSlot(hashSlot, commands -> commands.get(key)))
          .isEqualTo("before");
      await().atMost(PATIENCE).until(() -> !redis.isLocal(hashSlot));
    }
  }

  @Test
  void aRequestThatIsNotAnsweredEndsAtTheTimeLimitAndTheNextOneGetsItsOwnAnswer() {
    String key = NODES.keyOn(one);
    try (BlockingRedis redis = open(NODES.socket(one), LIMIT)) {
      redis.on(key, commands -> commands.set(key, "kept"));
      String queue = "{" + key + "}:queue";

      assertThatThrownBy(() -> redis.on(queue, commands -> commands.blpop(0, queue)))
          .isInstanceOf(RedisAccessException.class)
          .hasMessageContaining("no answer within 2000 ms");

      NODES.at(one, at -> at.rpush(queue, "late"));
      assertThat(redis.<String>on(key, commands -> commands.get(key))).isEqualTo("kept");
    }
  }

  @Test
  void aBrokenConnectionIsReplacedAndTheRequestAnswered() {
    String key = NODES.keyOn(one);
    try (BlockingRedis redis = open()) {
      redis.on(key, commands -> commands.set(key, "kept"));

      NODES.at(one, at -> at.clientKill(KillArgs.Builder.typeNormal()));

      assertThat(redis.<String>on(key, commands -> commands.get(key))).isEqualTo("kept");
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                redis.on(key, commands -> commands.get(key));
                return bySocket(one).size() == 1;
              });
    }
  }

  @Test
  void theSocketOfAnotherServerIsNotUsed() {
    String key = NODES.keyOn(one);
    try (BlockingRedis redis = open(NODES.socket(two), Duration.ofSeconds(10))) {
      redis.on(key, commands -> commands.set(key, "kept"));

      assertThat(redis.<String>on(key, commands -> commands.get(key))).isEqualTo("kept");
      await().atMost(PATIENCE).until(() -> bySocket(two).isEmpty());
    }
  }

  @Test
  void withoutAServerAtThePathRequestsGoOverTheNetwork(@TempDir Path folder) {
    String key = NODES.keyOn(one);
    try (BlockingRedis redis = open(folder.resolve("none.sock"), Duration.ofSeconds(10))) {
      redis.on(key, commands -> commands.set(key, "kept"));

      assertThat(redis.<String>on(key, commands -> commands.get(key))).isEqualTo("kept");
      assertThat(counter("localRequests")).isEqualTo(2);
    }
  }

  private long counter(String name) {
    return ((Counter) metrics.named("amoeba.redis." + name)).getCount();
  }
}
