package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.freshreads.Answer;
import io.amoeba.freshreads.Answer.Source;
import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.freshreads.FreshReadsConfig.Evidence;
import io.amoeba.freshreads.FreshReadsException;
import io.amoeba.freshreads.FreshReadsSnapshot.ShardState;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.codec.StringCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A primary with two replicas without cluster mode, and reads that prefer the replicas. */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class ReplicatedReadsIT {
  private static final Duration BOUND = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int READS = 200;

  @TempDir static Path folder;

  private static ReplicatedServers servers;
  private static RedisServer primary;
  private static RedisServer first;
  private static RedisServer second;

  private RedisClient client;
  private FreshReads<String, String> reads;

  @BeforeAll
  static void start() {
    servers = ReplicatedServers.start(folder, 2);
    primary = servers.server(1);
    first = servers.server(2);
    second = servers.server(3);
  }

  @AfterAll
  static void stop() {
    if (servers != null) {
      servers.close();
    }
  }

  @BeforeEach
  void open() {
    servers.on(primary).set("key", "value");
    servers.on(primary).del("absent");
    client = RedisClient.create();
    reads = open(servers.uris(), Evidence.HEARTBEATS);
  }

  private FreshReads<String, String> open(List<RedisURI> nodes, Evidence evidence) {
    return FreshReads.open(
        client,
        StringCodec.UTF8,
        nodes,
        FreshReadsConfig.builder()
            .maxStaleness(BOUND)
            .balance(Balance.REPLICAS_FIRST)
            .evidence(evidence)
            .build());
  }

  @AfterEach
  void makeWhole() {
    first.process().resume();
    primary.process().resume();
    reads.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    servers.lead(primary);
  }

  private Answer<String> get(String key) {
    return reads.answer(key, redis -> redis.get(key)).join();
  }

  private Answer<String> awaitAnswerOf(Source source, List<RedisServer> of) {
    List<String> nodes = of.stream().map(RedisServer::address).toList();
    return await()
        .atMost(PATIENCE)
        .ignoreExceptions() // a read may hit the moment of a change
        .until(
            () -> get("key"), answer -> answer.source() == source && nodes.contains(answer.node()));
  }

  private Answer<String> readAtPrimary() {
    return reads.within(Duration.ZERO).answer("key", redis -> redis.get("key")).join();
  }

  @Test
  void freshReplicasAnswerWithinTheBound() {
    awaitAnswerOf(Source.REPLICA, List.of(first));
    Answer<String> answer = awaitAnswerOf(Source.REPLICA, List.of(second));

    assertThat(answer.value()).isEqualTo("value");
    assertThat(answer.provenAge()).isPositive().isLessThanOrEqualTo(BOUND);
    assertThat(get("absent").source()).isEqualTo(Source.PRIMARY);
    assertThat(readAtPrimary().node()).isEqualTo(primary.address());
  }

  @Test
  void aStoppedReplicaIsLeftToTheOthers() {
    awaitAnswerOf(Source.REPLICA, List.of(first));

    first.process().pause();
    servers.on(primary).set("key", "newer");
    await().atMost(PATIENCE).until(() -> isTooOld(first));

    for (int i = 0; i < READS; i++) {
      Answer<String> answer = get("key");
      assertThat(answer.value()).isEqualTo("newer");
      assertThat(answer.node()).isNotEqualTo(first.address());
    }
    awaitAnswerOf(Source.REPLICA, List.of(second));
  }

  private boolean isTooOld(RedisServer replica) {
    return reads.snapshot().shards().get(0).replicas().stream()
        .filter(one -> one.node().equals(replica.address()))
        .allMatch(one -> one.provenAge().map(age -> age.compareTo(BOUND) > 0).orElse(true));
  }

  @Test
  void afterAFailoverByHandTheNewPrimaryAndItsReplicasAnswer() {
    awaitAnswerOf(Source.REPLICA, List.of(first, second));

    servers.lead(first);
    servers.on(first).set("key", "of the new primary");

    await()
        .atMost(PATIENCE)
        .ignoreExceptions() // reads that wait at the former primary fail with it
        .until(
            () -> readAtPrimary(),
            answer -> answer.node().equals(first.address()) && isNew(answer));
    Answer<String> answer = awaitAnswerOf(Source.REPLICA, List.of(primary));
    assertThat(isNew(answer)).isTrue();
  }

  /** As on a host that is cut off, connections to it stay open. */
  @Test
  void afterAFailoverFromAStoppedPrimaryTheNewOneAnswers() {
    awaitAnswerOf(Source.REPLICA, List.of(first, second));

    primary.process().pause();
    servers.promote(first);
    servers.replicate(second, first);

    awaitPrimary(reads, first);
  }

  /**
   * The stopped server's kernel still takes connections, and lettuce waits for a minute for the
   * greeting.
   */
  @Test
  void aPrimaryThatStopsRightAfterTheOpeningDelaysTheFailoverByTheConnectTimeoutOnly() {
    try (FreshReads<String, String> opened = open(servers.uris(), Evidence.HEARTBEATS)) {
      primary.process().pause();
      servers.promote(first);
      servers.replicate(second, first);

      awaitPrimary(opened, first);
    }
  }

  private static void awaitPrimary(FreshReads<String, String> reads, RedisServer server) {
    await()
        .atMost(SocketOptions.DEFAULT_CONNECT_TIMEOUT_DURATION.multipliedBy(3))
        .until(() -> reads.snapshot().shards().get(0).primary().equals(server.address()));
  }

  private static boolean isNew(Answer<String> answer) {
    return "of the new primary".equals(answer.value());
  }

  @Test
  void aServerThatIsPromotedBesideThePrimaryIsNotRead() {
    awaitAnswerOf(Source.REPLICA, List.of(first));

    servers.promote(first);
    servers.on(primary).set("key", "newer");
    await().atMost(PATIENCE).until(() -> isTooOld(first));

    for (int i = 0; i < READS; i++) {
      Answer<String> answer = get("key");
      assertThat(answer.value()).isEqualTo("newer");
      assertThat(answer.node()).isNotEqualTo(first.address());
    }
    assertThat(servers.on(first).get("key")).isEqualTo("value");
    awaitAnswerOf(Source.REPLICA, List.of(second));
  }

  @Test
  void readsStayOnThePrimaryWhileOthersSayThatTheyAreItWithTheSameRight() {
    awaitAnswerOf(Source.REPLICA, List.of(first, second));

    servers.promote(first);
    servers.promote(second);
    await().atMost(PATIENCE).until(() -> reads.snapshot().shards().get(0).replicas().isEmpty());

    assertThat(get("key").source()).isEqualTo(Source.PRIMARY);
    assertThat(get("key").node()).isEqualTo(primary.address());
  }

  /** What the documentation advises against a primary that was replaced while it was cut off. */
  @Test
  void aPrimaryWithoutItsReplicasEndsTheProofs() {
    awaitAnswerOf(Source.REPLICA, List.of(first, second));

    servers.on(primary).configSet("min-replicas-max-lag", "1");
    servers.on(primary).configSet("min-replicas-to-write", "2");
    try {
      first.process().pause();
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  reads.snapshot().heartbeats().getOrDefault("refused", 0L) > 0
                      && isTooOld(first)
                      && isTooOld(second));

      ShardState shard = reads.snapshot().shards().get(0);
      assertThat(shard.refusal()).contains("NOREPLICAS");
      assertThat(shard.evidence()).isEmpty();
      assertThat(get("key").source()).isEqualTo(Source.PRIMARY);
    } finally {
      servers.on(primary).configSet("min-replicas-to-write", "0");
    }
    awaitAnswerOf(Source.REPLICA, List.of(second));
  }

  @Test
  void whileThePrimaryLacksMemoryForHeartbeatsOffsetsProve() {
    awaitAnswerOf(Source.REPLICA, List.of(first, second));

    servers.on(primary).configSet("maxmemory", "1");
    try {
      awaitEvidence(Evidence.OFFSETS);
      long nanos = System.nanoTime();

      Answer<String> answer =
          await()
              .atMost(PATIENCE)
              .until(() -> get("key"), one -> isReplicas(one) && isOver(BOUND, nanos));

      assertThat(answer.value()).isEqualTo("value");
      assertThat(answer.provenAge()).isLessThanOrEqualTo(BOUND);
    } finally {
      servers.on(primary).configSet("maxmemory", "0");
    }
    awaitEvidence(Evidence.HEARTBEATS);
  }

  /** As the documentation has them: ROLE stands in place of lettuce's view of a cluster. */
  @ParameterizedTest
  @CsvSource({
    "HEARTBEATS, ~amoeba:fresh:* ~key +get +set +readonly +role",
    "OFFSETS, ~key +info +readonly +role +get"
  })
  void aUserWithTheDocumentedRightsReadsFromReplicas(Evidence evidence, String rights) {
    for (RedisServer server : List.of(primary, first, second)) {
      Words.send(servers.on(server), "ACL SETUSER app on >secret resetchannels " + rights);
    }
    List<RedisURI> nodes =
        servers.uris().stream()
            .map(node -> RedisURI.builder(node).withAuthentication("app", "secret").build())
            .toList();
    try (FreshReads<String, String> limited = open(nodes, evidence)) {
      Answer<String> answer =
          await()
              .atMost(PATIENCE)
              .until(
                  () -> limited.answer("key", redis -> redis.get("key")).join(),
                  ReplicatedReadsIT::isReplicas);

      assertThat(answer.value()).isEqualTo("value");
    } finally {
      for (RedisServer server : List.of(primary, first, second)) {
        Words.send(servers.on(server), "ACL DELUSER app");
      }
    }
  }

  private void awaitEvidence(Evidence evidence) {
    await()
        .atMost(PATIENCE)
        .until(() -> reads.snapshot().shards().get(0).evidence().equals(Optional.of(evidence)));
  }

  private static boolean isReplicas(Answer<String> answer) {
    return answer.source() == Source.REPLICA;
  }

  private static boolean isOver(Duration time, long sinceNanos) {
    return System.nanoTime() - sinceNanos > time.toNanos();
  }

  @Test
  void serversInClusterModeAreRefused() {
    RedisServer alone = servers.launch("--cluster-enabled", "yes");

    assertThatThrownBy(
            () ->
                FreshReads.open(
                    client, StringCodec.UTF8, List.of(alone.uri()), FreshReadsConfig.of(BOUND)))
        .isInstanceOf(FreshReadsException.class)
        .hasMessageContaining("is in cluster mode: open fresh reads with a RedisClusterClient");
  }

  @Test
  void replicasAloneAreRefused() {
    assertThatThrownBy(
            () ->
                FreshReads.open(
                    client, StringCodec.UTF8, List.of(first.uri()), FreshReadsConfig.of(BOUND)))
        .isInstanceOf(FreshReadsException.class)
        .hasMessageContaining("None of the servers says by ROLE that it is the primary");
  }
}
