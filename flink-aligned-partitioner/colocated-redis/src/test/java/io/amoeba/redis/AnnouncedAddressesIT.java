package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.redis.ServerProgram;
import io.amoeba.embedded.redis.TranslatedCluster;
import io.amoeba.embedded.redis.TranslatedServer;
import io.amoeba.embedded.redis.TranslatedSettings;
import io.amoeba.embedded.tls.ServerCertificate;
import io.amoeba.freshreads.Answer;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.flink.metrics.Counter;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests to servers that announce other addresses than those at which they listen, or names. What
 * passes connections on in between is real.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class AnnouncedAddressesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int KEYS = 60;

  /** Relative to the folder of each node. */
  private static final String SOCKET = "own.sock";

  @TempDir private Path folder = Path.of("");
  private final RecordingMetricGroup metrics = new RecordingMetricGroup();
  private Path program;

  @BeforeEach
  void findProgram() {
    Optional<Path> found = ServerProgram.INSTALLED.find(folder);
    Assumptions.assumeTrue(found.isPresent(), "announced names need Redis 7.0, none is installed");
    program = found.get();
  }

  @Test
  void translatedAddressesAreFollowedAndTheOwnHostIsOneOfThem() {
    try (TranslatedCluster store = start(TranslatedSettings.of(program, 3, 0))) {
      ColocatedRedisConfig config = config(store, TranslatedSettings.announcedHost(2));
      long own = local(store, 2);
      assertThat(own).isBetween(1L, KEYS - 1L);

      try (BlockingRedis redis = BlockingRedis.open(config, metrics)) {
        useAll(redis);
        assertThat(counter("localRequests")).isEqualTo(2 * own);
        assertThat(counter("remoteRequests")).isEqualTo(2 * (KEYS - own));
      }
      RecordingMetricGroup ofBatches = new RecordingMetricGroup();
      try (ColocatedRedis<String, String> redis = ColocatedRedis.open(config, ofBatches)) {
        useAll(redis);
        assertThat(((Counter) ofBatches.named("amoeba.redis.localRequests")).getCount())
            .isEqualTo(2 * own);
      }
    }
  }

  @Test
  void oneOfSeveralReplicasAnswersFreshReadsAndTakesTheHashSlotsToItsHost() {
    try (TranslatedCluster store = start(TranslatedSettings.of(program, 3, 2))) {
      int second = 3 + 2; // the second replica of the first primary
      ColocatedRedisConfig config = config(store, TranslatedSettings.announcedHost(second));
      String key = keyOn(store, 1);
      try (ColocatedRedis<String, String> redis = ColocatedRedis.open(config, metrics);
          BlockingRedis blocking = BlockingRedis.open(config, new RecordingMetricGroup())) {
        redis.await(List.of(redis.on(key).set(key, "before")));
        FreshRedis<String, String> reads = redis.fresh(replicasFirst());
        Set<String> replicas = Set.of(store.server(4).address(), store.server(5).address());
        await()
            .pollInSameThread()
            .atMost(PATIENCE)
            .until(
                () -> {
                  Answer<String> answer = reads.answer(key, at -> at.get(key)).join();
                  assertThat(answer.value()).isEqualTo("before");
                  return answer.source() == Answer.Source.REPLICA
                      && replicas.contains(answer.node());
                });
        assertThat(redis.isLocal(HashSlot.of(key))).isFalse();
        assertThat(blocking.isLocal(HashSlot.of(key))).isFalse();

        store.failOver(second);

        await()
            .atMost(PATIENCE)
            .until(() -> redis.isLocal(HashSlot.of(key)) && blocking.isLocal(HashSlot.of(key)));
        redis.await(List.of(redis.on(key).set(key, "after")));
        assertThat(blocking.<String>on(key, at -> at.get(key))).isEqualTo("after");
      }
    }
  }

  /** As a pod that is started again elsewhere. */
  @Test
  void aServerThatComesBackWithAnotherAddressIsFollowedByRequestsThatWaitForIt() {
    try (TranslatedCluster store = start(TranslatedSettings.of(program, 3, 0))) {
      String elsewhere = TranslatedSettings.announcedHost(9);
      ColocatedRedisConfig config = config(store, elsewhere);
      String key = keyOn(store, 2);
      AtomicBoolean ends = new AtomicBoolean();
      AtomicInteger done = new AtomicInteger();
      try (ColocatedRedis<String, String> redis = ColocatedRedis.open(config, metrics);
          BlockingRedis blocking = BlockingRedis.open(config, new RecordingMetricGroup())) {
        assertThat(blocking.<String>on(key, at -> at.set(key, "before"))).isEqualTo("OK");
        CompletableFuture<Void> requests =
            CompletableFuture.runAsync(
                () -> {
                  while (!ends.get()) {
                    redis.await(List.of(redis.on(key).set(key, "a"), redis.on(key).set(key, "b")));
                    done.incrementAndGet();
                  }
                });
        await().atMost(PATIENCE).until(() -> done.get() > 10);

        store.move(2, elsewhere);

        int before = done.get();
        await().atMost(PATIENCE).until(() -> requests.isDone() || done.get() > before + 10);
        ends.set(true);
        requests.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        assertThat(blocking.<String>on(key, at -> at.get(key))).isEqualTo("b");
        await()
            .atMost(PATIENCE)
            .until(() -> redis.isLocal(HashSlot.of(key)) && blocking.isLocal(HashSlot.of(key)));
      }
    }
  }

  @Test
  void aReplicaThatComesBackWithAnotherAddressAnswersFreshReadsAgain() {
    try (TranslatedCluster store = start(TranslatedSettings.of(program, 1, 1))) {
      try (ColocatedRedis<String, String> redis =
          ColocatedRedis.open(config(store, TranslatedSettings.announcedHost(1)), metrics)) {
        redis.await(List.of(redis.on(key(0)).set(key(0), "value")));
        FreshRedis<String, String> reads = redis.fresh(replicasFirst());
        awaitAnswerOf(store.server(2), reads);

        TranslatedServer moved = store.move(2, TranslatedSettings.announcedHost(9));

        awaitAnswerOf(moved, reads);
      }
    }
  }

  @Test
  void replicasThatClientsReachByNameAloneAnswerFreshReads() {
    TranslatedSettings named =
        TranslatedSettings.of(program, 1, 1)
            .withoutClientsByAddress()
            .withPortsKept() // the name leads past the translation
            .with("cluster-announce-hostname localhost");
    try (TranslatedCluster store = start(named);
        ColocatedRedis<String, String> redis =
            ColocatedRedis.open(config(store, "localhost"), metrics)) {
      redis.await(List.of(redis.on(key(0)).set(key(0), "value")));

      awaitAnswerOf("localhost:" + store.server(2).port(), redis.fresh(replicasFirst()));
    }
  }

  private static void awaitAnswerOf(TranslatedServer replica, FreshRedis<String, String> reads) {
    awaitAnswerOf(replica.address(), reads);
  }

  private static void awaitAnswerOf(String replica, FreshRedis<String, String> reads) {
    await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .until(
            () -> {
              Answer<String> answer = reads.answer(key(0), at -> at.get(key(0))).join();
              assertThat(answer.value()).isNotNull();
              return answer.source() == Answer.Source.REPLICA && answer.node().equals(replica);
            });
  }

  /** As inside of a network whose addresses mean nothing outside of it. */
  @Test
  void serversThatClientsReachByNameAloneAreUsedByTheirNames() {
    TranslatedSettings named =
        TranslatedSettings.of(program, 3, 0)
            .withoutClientsByAddress()
            .withPortsKept() // the name leads past the translation
            .with(
                "cluster-announce-hostname localhost",
                "cluster-preferred-endpoint-type hostname",
                "unixsocket " + SOCKET);
    try (TranslatedCluster store = start(named)) {
      ColocatedRedisConfig own = config(store, "localhost");
      ColocatedRedisConfig bySocket =
          ColocatedRedisConfig.builder()
              .uris(List.of("redis://" + store.server(1).boundAddress()))
              .localHosts(List.of("localhost"))
              .localSocket(socket(store, 1))
              .build();
      try (BlockingRedis redis = BlockingRedis.open(bySocket, metrics)) {
        useAll(redis);
        assertThat(redis.isLocal(0)).isTrue();
        assertThat(store.<String>on(1, RedisCommands::clientList)).contains(SOCKET + ":0");
      }
      try (ColocatedRedis<String, String> redis =
          ColocatedRedis.open(own, new RecordingMetricGroup())) {
        useAll(redis);
        assertThat(redis.isLocal(0)).isTrue();
      }
      ColocatedRedisConfig other = config(store, TranslatedSettings.announcedHost(1));
      try (BlockingRedis redis = BlockingRedis.open(other, new RecordingMetricGroup())) {
        assertThat(redis.isLocal(0)).isFalse();
      }
    }
  }

  @Test
  void serversThatTellNoAddressServeBatchesAndAreNamedByWhoNeedsAddresses() {
    TranslatedSettings unknown =
        TranslatedSettings.of(program, 3, 0)
            .with("cluster-preferred-endpoint-type unknown-endpoint");
    try (TranslatedCluster store = start(unknown)) {
      ColocatedRedisConfig config = config(store, TranslatedSettings.announcedHost(2));

      try (ColocatedRedis<String, String> redis = ColocatedRedis.open(config, metrics)) {
        useAll(redis);
        assertThat(counter("localRequests")).isEqualTo(2 * local(store, 2));
      }
      assertThatThrownBy(() -> BlockingRedis.open(config, metrics))
          .isInstanceOf(RedisAccessException.class)
          .hasMessageContaining("cluster-preferred-endpoint-type unknown-endpoint");
    }
  }

  @Test
  void serversWithoutTheNamesToWhichTheySendClientsAreNamed() {
    TranslatedSettings nameless =
        TranslatedSettings.of(program, 3, 0).with("cluster-preferred-endpoint-type hostname");
    try (TranslatedCluster store = start(nameless)) {
      ColocatedRedisConfig config = config(store, TranslatedSettings.announcedHost(2));

      assertThatThrownBy(() -> BlockingRedis.open(config, metrics))
          .isInstanceOf(RedisAccessException.class)
          .hasMessageContaining("cluster-announce-hostname");
      try (ColocatedRedis<String, String> redis = ColocatedRedis.open(config, metrics)) {
        useAll(redis);
      }
    }
  }

  /** Of both clients, the one for batches prefers names, whatever servers prefer. */
  @Test
  void namesThatLeadNowhereStopBatchesAlone() {
    TranslatedSettings named =
        TranslatedSettings.of(program, 3, 0)
            .withEach(
                node -> List.of("cluster-announce-hostname redis-%d.invalid".formatted(node)));
    try (TranslatedCluster store = start(named)) {
      ColocatedRedisConfig config =
          ColocatedRedisConfig.builder()
              .uris(List.of("redis://" + store.server(1).address()))
              .localHosts(List.of(TranslatedSettings.announcedHost(2)))
              .commandTimeout(Duration.ofSeconds(3))
              .build();

      try (BlockingRedis redis = BlockingRedis.open(config, metrics)) {
        useAll(redis);
        assertThat(counter("localRequests")).isEqualTo(2 * local(store, 2));
      }
      assertThatThrownBy(
              () -> {
                try (ColocatedRedis<String, String> redis =
                    ColocatedRedis.open(config, new RecordingMetricGroup())) {
                  useAll(redis);
                }
              })
          .isInstanceOf(RedisAccessException.class);
    }
  }

  @Test
  void replicasAtIpv6AddressesAnswerFreshReads() {
    Assumptions.assumeTrue(FreePorts.isFree("::1", 0), "this machine has no IPv6 loopback address");
    try (TranslatedCluster store = start(TranslatedSettings.of(program, 1, 1).at("::1"))) {
      ColocatedRedisConfig config = config(store, "0:0:0:0:0:0:0:1");
      try (ColocatedRedis<String, String> redis = ColocatedRedis.open(config, metrics);
          BlockingRedis blocking = BlockingRedis.open(config, new RecordingMetricGroup())) {
        useAll(redis);
        useAll(blocking);
        assertThat(redis.isLocal(0)).isTrue();
        assertThat(blocking.isLocal(0)).isTrue();
        awaitAnswerOf(store.server(2), redis.fresh(replicasFirst()));
      }
    }
  }

  /** A socket in the file system has no TLS, so that servers tell it another port than others. */
  @Test
  void theOwnServersSocketIsUsedBesideEncryptedConnections() throws Exception {
    ServerCertificate certificate = ServerCertificate.of("localhost", folder);
    FreePorts ports = new FreePorts(new Random());
    TranslatedSettings encrypted =
        TranslatedSettings.of(program, 3, 0)
            .withTls(certificate.pem())
            .withEach(node -> List.of("port " + ports.next("127.0.0.1"), "unixsocket " + SOCKET));
    try (TranslatedCluster store = start(encrypted)) {
      ColocatedRedisConfig config =
          ColocatedRedisConfig.builder()
              .uris(List.of("rediss://" + store.server(1).boundAddress() + "?verifyPeer=NONE"))
              .localHosts(List.of(TranslatedSettings.announcedHost(1)))
              .localSocket(socket(store, 1))
              .build();
      try (BlockingRedis redis = BlockingRedis.open(config, metrics)) {
        useAll(redis);

        assertThat(store.<String>on(1, RedisCommands::clientList)).contains(SOCKET + ":0");
        assertThat(counter("localRequests")).isEqualTo(2 * local(store, 1));
      }
    }
  }

  private TranslatedCluster start(TranslatedSettings settings) {
    return TranslatedCluster.start(settings, folder);
  }

  private static ColocatedRedisConfig config(TranslatedCluster store, String ownHost) {
    return ColocatedRedisConfig.builder()
        .uris(store.servers().stream().map(server -> "redis://" + server.boundAddress()).toList())
        .localHosts(List.of(ownHost))
        .commandTimeout(PATIENCE)
        .build();
  }

  /** The socket of a node in the file system. */
  private static String socket(TranslatedCluster store, int node) {
    return store.<Map<String, String>>on(node, redis -> redis.configGet("dir")).get("dir")
        + "/"
        + SOCKET;
  }

  private static FreshReadsConfig replicasFirst() {
    return FreshReadsConfig.builder()
        .maxStaleness(Duration.ofSeconds(5))
        .heartbeatEvery(Duration.ofMillis(10))
        .balance(Balance.REPLICAS_FIRST)
        .build();
  }

  private static String key(int number) {
    return "key-" + number;
  }

  /** How many of the keys a server holds. */
  private static long local(TranslatedCluster store, int node) {
    Set<Integer> hashSlots = new HashSet<>(store.hashSlotsOf(node));
    return IntStream.range(0, KEYS).filter(i -> hashSlots.contains(HashSlot.of(key(i)))).count();
  }

  private static String keyOn(TranslatedCluster store, int node) {
    Set<Integer> hashSlots = new HashSet<>(store.hashSlotsOf(node));
    return IntStream.range(0, KEYS)
        .mapToObj(AnnouncedAddressesIT::key)
        .filter(key -> hashSlots.contains(HashSlot.of(key)))
        .findFirst()
        .orElseThrow();
  }

  private static void useAll(BlockingRedis redis) {
    for (int i = 0; i < KEYS; i++) {
      String key = key(i);
      String unused = redis.on(key, commands -> commands.set(key, "value of " + key));
      assertThat(redis.<String>on(key, commands -> commands.get(key))).isEqualTo("value of " + key);
    }
  }

  private static void useAll(ColocatedRedis<String, String> redis) {
    for (int i = 0; i < KEYS; i++) {
      String key = key(i);
      redis.await(List.of(redis.on(key).set(key, "batched " + key)));
      RedisFuture<String> got = redis.on(key).get(key);
      redis.await(List.of(got));
      assertThat(got.toCompletableFuture().join()).isEqualTo("batched " + key);
    }
  }

  private long counter(String name) {
    return ((Counter) metrics.named("amoeba.redis." + name)).getCount();
  }
}
