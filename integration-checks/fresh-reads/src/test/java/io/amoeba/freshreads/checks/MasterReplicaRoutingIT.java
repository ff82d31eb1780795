package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.freshreads.FreshRouting;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.masterreplica.MasterReplica;
import io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without cluster mode: reads over lettuce's connection to a primary and its replicas. */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class MasterReplicaRoutingIT {
  private static final Duration BOUND = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String KEY = "seg:7";
  private static final String FIELD = "lav";
  private static final int READS = 100;

  @TempDir static Path folder;

  private static ReplicatedServers servers;
  private static RedisServer primary;
  private static List<RedisServer> replicas;

  private FreshRouting routing;
  private RedisClient client;
  private StatefulRedisMasterReplicaConnection<String, String> connection;
  private FreshReads<String, String> reads;

  @BeforeAll
  static void start() {
    servers = ReplicatedServers.start(folder, 2);
    primary = servers.server(1);
    replicas = List.of(servers.server(2), servers.server(3));
  }

  @AfterAll
  static void stop() {
    if (servers != null) {
      servers.close();
    }
  }

  @BeforeEach
  void connect() {
    servers.on(primary).hset(KEY, FIELD, "older");
    routing = new FreshRouting();
    client = RedisClient.create();
    client.setOptions(ClientOptions.builder().readOnlyCommands(routing.readOnlyCommands()).build());
    connection = MasterReplica.connect(client, StringCodec.UTF8, servers.uris());
    connection.setReadFrom(routing);
    FreshReadsConfig config =
        FreshReadsConfig.builder().maxStaleness(BOUND).balance(Balance.REPLICAS_FIRST).build();
    reads = FreshReads.open(client, StringCodec.UTF8, servers.uris(), config);
    routing.follow(reads);
  }

  @AfterEach
  void disconnect() {
    reads.close();
    connection.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    servers.lead(primary);
  }

  private Stream<String> read() {
    return IntStream.range(0, READS).mapToObj(i -> connection.sync().hget(KEY, FIELD));
  }

  private static int servedByReplicas() {
    return replicas.stream().mapToInt(MasterReplicaRoutingIT::servedBy).sum();
  }

  private static int servedBy(RedisServer server) {
    return HashReads.servedBy(servers.on(server));
  }

  /** Until all reads are served by replicas. */
  private void awaitReplicas() {
    HashReads.awaitAllServed(READS, () -> servedByReplicas(), this::read);
  }

  /** A server that follows its primary no more, without lettuce knowing it. */
  @Test
  void whatAReplicaMissesIsReadAtThePrimary() {
    awaitReplicas();
    RedisServer lost = replicas.get(0);

    servers.promote(lost);
    servers.on(primary).hset(KEY, FIELD, "newer");
    await().atMost(PATIENCE).until(() -> isTooOld(lost));
    int before = servedByReplicas();

    assertThat(read()).hasSize(READS).containsOnly("newer");
    assertThat(servedByReplicas()).isEqualTo(before);
    // Without the proof the replica would answer, and wrongly.
    assertThat(servers.on(lost).hget(KEY, FIELD)).isEqualTo("older");

    servers.lead(primary);
    awaitReplicas();
    assertThat(read()).containsOnly("newer");
  }

  private boolean isTooOld(RedisServer replica) {
    return reads.snapshot().shards().get(0).replicas().stream()
        .filter(one -> one.node().equals(replica.address()))
        .allMatch(one -> one.provenAge().map(age -> age.compareTo(BOUND) > 0).orElse(true));
  }

  @Test
  void writesAndReadsWithinATransactionGoToThePrimary() {
    awaitReplicas();

    connection.sync().hset(KEY, FIELD, "own");
    int before = servedBy(primary);
    connection.sync().multi();
    connection.sync().hget(KEY, FIELD);

    assertThat((Object) connection.sync().exec().get(0)).isEqualTo("own");
    assertThat(servedBy(primary) - before).isEqualTo(1);
  }

  @Test
  void afterTheEndOfTheReadsThePrimaryAnswers() {
    awaitReplicas();

    reads.close();
    int before = servedByReplicas();

    assertThat(read()).containsOnly("older");
    assertThat(servedByReplicas()).isEqualTo(before);
  }
}
