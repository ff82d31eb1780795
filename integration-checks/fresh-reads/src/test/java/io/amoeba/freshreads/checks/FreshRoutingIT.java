package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ReplicationLink;
import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.freshreads.FreshReadsException;
import io.amoeba.freshreads.FreshRouting;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads over lettuce's own connection, which leave the primary for a replica that is fresh. */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class FreshRoutingIT {
  private static final Duration BOUND = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String KEY = "seg:7";
  private static final String FIELD = "lav";
  private static final int READS = 100;

  /** Some milliseconds of the server's time. */
  private static final String SCRIPT =
      "local sum = 0 for i = 1, 1000000 do sum = sum + i end return sum";

  @TempDir static Path folder;

  private static ReplicatedStore store;
  private static RedisServer primary;
  private static RedisServer replica;
  private static ReplicationLink link;

  private FreshRouting routing;
  private RedisClusterClient client;
  private StatefulRedisClusterConnection<String, String> connection;

  @BeforeAll
  static void start() {
    RedisSettings settings = RedisSettings.defaults().withReplicas(1);
    // A paused replica is no failed one here.
    store = ReplicatedStore.start(folder, 1, settings.with("cluster-node-timeout", "60000"));
    primary = store.servers().server(1);
    replica = store.servers().server(2);
    link = store.link(replica);
  }

  @AfterAll
  static void stop() {
    if (store != null) {
      store.close();
    }
  }

  @BeforeEach
  void connect() {
    routing = new FreshRouting();
    client = store.newClient();
    client.setOptions(
        ReplicatedStore.options().mutate().readOnlyCommands(routing.readOnlyCommands()).build());
    connection = client.connect();
    connection.setReadFrom(routing);
    store.on(primary).hset(KEY, FIELD, "older");
  }

  @AfterEach
  void disconnect() {
    link.restore();
    replica.process().resume();
    connection.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }

  private static FreshReadsConfig.Builder config() {
    return FreshReadsConfig.builder().maxStaleness(BOUND).heartbeatShare(0.5);
  }

  private FreshReads<String, String> follow(FreshReadsConfig config) {
    FreshReads<String, String> reads = FreshReads.open(client, StringCodec.UTF8, config);
    routing.follow(reads);
    return reads;
  }

  /** Reads at once, all of the same key. */
  private Stream<String> read() {
    RedisFuture<?>[] answers = new RedisFuture<?>[READS];
    for (int i = 0; i < READS; i++) {
      answers[i] = connection.async().hget(KEY, FIELD);
    }
    assertThat(LettuceFutures.awaitAll(PATIENCE, answers)).isTrue();
    return Arrays.stream(answers).map(answer -> (String) answer.toCompletableFuture().join());
  }

  private static int servedBy(RedisServer server) {
    return HashReads.servedBy(store.on(server));
  }

  /** Until all reads are served by the replica. */
  private void awaitReplica() {
    HashReads.awaitAllServed(READS, () -> servedBy(replica), this::read);
  }

  private static void awaitStaleReplica(FreshReads<String, String> reads) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                reads.snapshot().shards().get(0).replicas().stream()
                    .allMatch(one -> one.provenAge().map(FreshRoutingIT::isTooOld).orElse(true)));
  }

  private static boolean isTooOld(Duration age) {
    return age.compareTo(BOUND) > 0;
  }

  @Test
  void whatAReplicaMissesIsReadAtThePrimary() {
    try (FreshReads<String, String> reads =
        follow(config().balance(Balance.REPLICAS_FIRST).build())) {
      awaitReplica();

      link.silence();
      store.on(primary).hset(KEY, FIELD, "newer");
      awaitStaleReplica(reads);
      int before = servedBy(replica);

      assertThat(read()).containsOnly("newer");
      assertThat(servedBy(replica)).isEqualTo(before);
      // Without the proof the replica would answer, and wrongly.
      store.on(replica).readOnly();
      assertThat(store.on(replica).hget(KEY, FIELD)).isEqualTo("older");

      link.restore();
      awaitReplica();
      assertThat(read()).containsOnly("newer");
    }
  }

  @Test
  void readsDoNotWaitForAReplicaThatHasStoppedForLong() {
    try (FreshReads<String, String> reads =
        follow(config().balance(Balance.REPLICAS_FIRST).build())) {
      awaitReplica();

      replica.process().pause();
      awaitStaleReplica(reads);
      int before = servedBy(primary);

      assertThat(read()).hasSize(READS);
      assertThat(servedBy(primary) - before).isEqualTo(READS);

      replica.process().resume();
      awaitReplica();
    }
  }

  @Test
  void anIdlePrimaryKeepsTheReads() {
    try (FreshReads<String, String> reads = follow(config().primaryPatience(10).build())) {
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  read().count() == READS
                      && reads.snapshot().heartbeats().getOrDefault("acknowledged", 0L) > 4);
      int before = servedBy(primary);
      int beforeAtReplica = servedBy(replica);

      for (int i = 0; i < 10; i++) {
        read();
      }

      // A busy machine may stop one of the servers for a moment.
      assertThat(servedBy(primary) - before).isGreaterThan(servedBy(replica) - beforeAtReplica);
    }
  }

  @Test
  void aLoadedPrimarySharesTheReads() {
    AtomicBoolean loaded = new AtomicBoolean(true);
    try (FreshReads<String, String> reads = follow(config().build())) {
      int before = servedBy(replica);
      keepBusy(store.async(primary), loaded);

      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                read();
                return servedBy(replica) - before > READS
                    && reads.snapshot().shards().get(0).share() > 0;
              });
    } finally {
      loaded.set(false);
    }
  }

  private static void keepBusy(RedisAsyncCommands<String, String> commands, AtomicBoolean loaded) {
    var unused =
        commands
            .eval(SCRIPT, ScriptOutputType.INTEGER)
            .whenComplete(
                (sum, failure) -> {
                  if (failure == null && loaded.get()) {
                    keepBusy(commands, loaded);
                  }
                });
  }

  @Test
  void afterTheEndOfTheReadsThePrimaryAnswers() {
    FreshReads<String, String> reads = follow(config().balance(Balance.REPLICAS_FIRST).build());
    try {
      awaitReplica();
    } finally {
      reads.close();
    }
    int before = servedBy(replica);

    read();

    assertThat(servedBy(replica)).isEqualTo(before);
  }

  @Test
  void aClientThatDoesNotAskTheRoutingIsRefused() {
    try (FreshReads<String, String> reads =
        FreshReads.open(client, StringCodec.UTF8, config().build())) {
      assertThatThrownBy(() -> new FreshRouting().follow(reads))
          .isInstanceOf(FreshReadsException.class)
          .hasMessageContaining("set readOnlyCommands(routing.readOnlyCommands())");
    }
  }
}
