package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisBinary;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ServerProgram;
import io.amoeba.freshreads.Answer;
import io.amoeba.freshreads.Answer.Source;
import io.amoeba.freshreads.BlockingReads;
import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.freshreads.FreshReadsConfig.WithoutFreshReplica;
import io.amoeba.freshreads.FreshReadsException;
import io.amoeba.freshreads.NoFreshReplicaException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On each server that is there, a primary with a replica, and reads that prefer the replica while
 * it is fresh.
 */
@ParameterizedClass
@MethodSource("io.amoeba.embedded.redis.ServerProgram#available")
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class FreshReadsIT {
  private static final Duration BOUND = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The first with EVAL_RO. */
  private static final int FIRST_WITH_SCRIPTS_THAT_READ = 7;

  @TempDir static Path folder;

  private static RedisBinary server;
  private static EmbeddedCluster cluster;
  private static RedisServer primary;
  private static RedisServer replica;

  @Parameter ServerProgram program;

  private RedisClusterClient client;
  private StatefulRedisClusterConnection<String, String> connection;
  private RedisAdvancedClusterCommands<String, String> redis;

  @BeforeParameterizedClassInvocation
  static void start(ServerProgram program) throws IOException {
    Path own = Files.createDirectory(folder.resolve(program.name()));
    // A paused replica is no failed one here.
    RedisSettings settings =
        RedisSettings.defaults()
            .withExecutable(program.find(own).orElseThrow())
            .with("cluster-node-timeout", "60000");
    server = settings.program(own);
    cluster = EmbeddedCluster.builder().nodes(1).redis(settings).parentFolder(own).start();
    primary = cluster.redis().server(1);
    replica = cluster.redis().startReplica(2, primary);
  }

  @AfterParameterizedClassInvocation
  static void end() {
    cluster.close();
  }

  @BeforeEach
  void connect() {
    client = RedisClusterClient.create(primary.uri());
    // A replica that has just joined, or was the primary until now, is in no view for a moment.
    await().atMost(PATIENCE).until(this::viewHasTheReplica);
    connection = client.connect();
    redis = connection.sync();
    redis.del("key", "absent", "list");
    redis.set("key", "value");
  }

  private boolean viewHasTheReplica() {
    client.refreshPartitions();
    return client.getPartitions().stream()
        .anyMatch(
            node ->
                node.getSlaveOf() != null
                    && !node.is(NodeFlag.FAIL)
                    && !node.is(NodeFlag.NOADDR)
                    && !node.is(NodeFlag.HANDSHAKE));
  }

  @AfterEach
  void disconnect() {
    replica.process().resume();
    connection.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
  }

  private static FreshReadsConfig.Builder replicasFirst() {
    return FreshReadsConfig.builder().maxStaleness(BOUND).balance(Balance.REPLICAS_FIRST);
  }

  private FreshReads<String, String> open(FreshReadsConfig config) {
    return FreshReads.open(client, StringCodec.UTF8, config);
  }

  private static Answer<String> get(FreshReads<String, String> reads, String key) {
    return reads.answer(key, commands -> commands.get(key)).join();
  }

  private static Answer<String> awaitAnswerOf(Source source, FreshReads<String, String> reads) {
    return await()
        .atMost(PATIENCE)
        .until(() -> get(reads, "key"), answer -> answer.source() == source);
  }

  @Test
  void aFreshReplicaAnswersWithAProvenAgeWithinTheBound() {
    try (FreshReads<String, String> reads = open(replicasFirst().build())) {
      Answer<String> answer = awaitAnswerOf(Source.REPLICA, reads);

      assertThat(answer.value()).isEqualTo("value");
      assertThat(answer.node()).isEqualTo(replica.address());
      assertThat(answer.provenAge()).isPositive().isLessThanOrEqualTo(BOUND);
      assertThat(reads.snapshot().largestProvenAge()).isLessThanOrEqualTo(BOUND);
    }
  }

  @Test
  void aPrimaryThatIsAsFastAsAllowedAnswers() {
    FreshReadsConfig config =
        FreshReadsConfig.builder().maxStaleness(BOUND).primaryPatience(10).build();
    try (FreshReads<String, String> reads = open(config)) {
      await().atMost(PATIENCE).until(() -> provenAgeIsKnown(reads));

      for (int i = 0; i < 200; i++) {
        get(reads, "key");
      }

      // A busy machine may stop one of the servers for a moment.
      assertThat(reads.snapshot().primaryAnswers())
          .isGreaterThan(reads.snapshot().replicaAnswers());
    }
  }

  private static boolean provenAgeIsKnown(FreshReads<String, String> reads) {
    return reads.snapshot().shards().get(0).replicas().stream()
        .anyMatch(replica -> replica.provenAge().isPresent());
  }

  @Test
  void aBoundOfZeroLeadsToThePrimary() {
    try (FreshReads<String, String> reads = open(replicasFirst().build())) {
      awaitAnswerOf(Source.REPLICA, reads);

      Answer<String> answer =
          reads.within(Duration.ZERO).answer("key", commands -> commands.get("key")).join();

      assertThat(answer.source()).isEqualTo(Source.PRIMARY);
      assertThat(answer.value()).isEqualTo("value");
    }
  }

  @Test
  void whileTheReplicaIsStoppedThePrimaryAnswersWithoutAnError() {
    try (FreshReads<String, String> reads = open(replicasFirst().build())) {
      awaitAnswerOf(Source.REPLICA, reads);

      replica.process().pause();
      redis.set("key", "newer");

      Answer<String> answer = get(reads, "key");
      assertThat(answer.source()).isEqualTo(Source.PRIMARY);
      assertThat(answer.value()).isEqualTo("newer");

      replica.process().resume();
      assertThat(awaitAnswerOf(Source.REPLICA, reads).value()).isEqualTo("newer");
    }
  }

  @Test
  void withoutAFreshReplicaReadsFailWhereThePrimaryIsProtected() {
    FreshReadsConfig config = replicasFirst().withoutFreshReplica(WithoutFreshReplica.FAIL).build();
    try (FreshReads<String, String> reads = open(config)) {
      await().atMost(PATIENCE).until(() -> provenAgeIsKnown(reads));
      replica.process().pause();

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> get(reads, "key"))
                      .isInstanceOf(CompletionException.class)
                      .hasCauseInstanceOf(NoFreshReplicaException.class)
                      .hasMessageContaining(primary.address()));
    }
  }

  @Test
  void nilFromAReplicaIsAskedAtThePrimary() {
    try (FreshReads<String, String> reads = open(replicasFirst().build())) {
      // On a busy machine the replica may not be fresh, so that it is not asked.
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                Answer<String> answer = get(reads, "absent");
                assertThat(answer.value()).isNull();
                assertThat(answer.source()).isEqualTo(Source.PRIMARY);
                assertThat(reads.snapshot().refusals()).containsEntry("absent", 1L);
              });
    }
  }

  @Test
  void nilFromAReplicaIsTakenWhereHashSlotsNeverMove() {
    try (FreshReads<String, String> reads = open(replicasFirst().absentFromReplica(true).build())) {
      await().atMost(PATIENCE).until(() -> get(reads, "absent").source() == Source.REPLICA);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWriteIsRefusedAndNotExecuted(Source source) {
    try (FreshReads<String, String> reads = open(replicasFirst().build())) {
      awaitAnswerOf(Source.REPLICA, reads);
      Duration bound = source == Source.PRIMARY ? Duration.ZERO : BOUND;

      assertThatThrownBy(
              () ->
                  reads
                      .within(bound)
                      .read("key", commands -> commands.set("key", "written"))
                      .join())
          .hasCauseInstanceOf(FreshReadsException.class)
          .hasMessageContaining("SET is not a command that only reads");
      assertThat(redis.get("key")).isEqualTo("value");
    }
  }

  @Test
  void aScriptIsAnsweredByThePrimarySinceItMayHideThatAKeyIsAbsent() {
    assumeThat(server.majorVersion()).isGreaterThanOrEqualTo(FIRST_WITH_SCRIPTS_THAT_READ);
    try (FreshReads<String, String> reads = open(replicasFirst().build())) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                Answer<String> answer =
                    reads
                        .<String>answer(
                            "key",
                            commands ->
                                commands.evalReadOnly(
                                    "return redis.call('get', KEYS[1]) or 'default'",
                                    ScriptOutputType.VALUE,
                                    new String[] {"key"},
                                    new String[0]))
                        .join();
                assertThat(answer.source()).isEqualTo(Source.PRIMARY);
                assertThat(answer.value()).isEqualTo("value");
                assertThat(reads.snapshot().refusals()).containsEntry("command", 1L);
              });
    }
  }

  @Test
  void anErrorOfTheCommandComesFromThePrimary() {
    redis.rpush("list", "element");
    try (FreshReads<String, String> reads = open(replicasFirst().build())) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThatThrownBy(() -> get(reads, "list"))
                    .isInstanceOf(CompletionException.class)
                    .hasMessageContaining("WRONGTYPE");
                assertThat(reads.snapshot().refusals()).containsEntry("error", 1L);
              });
    }
  }

  @Test
  void aReadAfterAMarkSeesTheOwnWrite() {
    try (FreshReads<String, String> reads =
        open(replicasFirst().heartbeatEvery(Duration.ofMillis(2)).build())) {
      awaitAnswerOf(Source.REPLICA, reads);
      int fromReplica = 0;
      for (int i = 0; i < 300; i++) {
        String value = "value-" + i;
        boolean untilReplica = i % 50 == 0;
        redis.set("key", value);
        var after = reads.after(reads.mark());

        Answer<String> first = after.answer("key", commands -> commands.get("key")).join();
        assertThat(first.value()).isEqualTo(value);
        fromReplica += first.source() == Source.REPLICA ? 1 : 0;
        Answer<String> later =
            await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(1))
                .until(
                    () -> after.answer("key", commands -> commands.get("key")).join(),
                    answer -> answer.source() == Source.REPLICA || !untilReplica);
        assertThat(later.value()).isEqualTo(value);
      }
      assertThat(reads.snapshot().replicaAnswers()).isGreaterThan(fromReplica);
    }
  }

  @Test
  void aCallerThatWaitsGetsTheSameAnswers() {
    try (FreshReads<String, String> reads = open(replicasFirst().build())) {
      BlockingReads<String, String> blocking = reads.blocking(Duration.ofSeconds(30));
      awaitAnswerOf(Source.REPLICA, reads);

      assertThat(blocking.<String>read("key", commands -> commands.get("key"))).isEqualTo("value");
      assertThat(blocking.<String>read("absent", commands -> commands.get("absent"))).isNull();
      assertThat(reads.reactive().<String>read("key", commands -> commands.get("key")).block())
          .isEqualTo("value");
    }
  }

  @Test
  void aReplicaWhoseConnectionEndsIsReadAgainAfterANewProof() {
    try (FreshReads<String, String> reads = open(replicasFirst().build())) {
      awaitAnswerOf(Source.REPLICA, reads);

      atEach(List.of(replica, primary), "CLIENT KILL TYPE normal");

      assertThat(get(reads, "key").value()).isEqualTo("value");
      awaitAnswerOf(Source.REPLICA, reads);
    }
  }

  @Test
  void afterAFailoverTheFormerPrimaryAnswersAsAReplica() {
    try (FreshReads<String, String> reads = open(replicasFirst().build())) {
      awaitAnswerOf(Source.REPLICA, reads);

      promote(replica);
      try {
        Answer<String> answer =
            await()
                .atMost(PATIENCE)
                .ignoreExceptions() // a read may hit the moment of the change
                .until(
                    () -> get(reads, "key"),
                    one -> one.source() == Source.REPLICA && one.node().equals(primary.address()));
        assertThat(answer.value()).isEqualTo("value");
      } finally {
        promote(primary);
      }
    }
  }

  /** Returns when both servers know the new roles. */
  private static void promote(RedisServer server) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions() // the replica may not have its primary's offset yet
        .until(
            () -> {
              if (atEach(List.of(server), "INFO replication").contains("role:master")) {
                return true;
              }
              atEach(List.of(server), "CLUSTER FAILOVER");
              return false;
            });
    RedisServer other = server.equals(primary) ? replica : primary;
    await().atMost(PATIENCE).until(() -> cluster.redis().hashSlotsOf(server).size() == 16_384);
    await()
        .atMost(PATIENCE)
        .until(() -> atEach(List.of(other), "INFO replication").contains("master_link_status:up"));
  }

  @Test
  void aUserWithoutRightsOnTheHeartbeatIsToldTheAccessRuleToAdd() {
    String rule = "ACL SETUSER app on >secret ~key +@read +info +cluster +hello +client +ping";
    atEach(List.of(primary, replica), rule + " resetchannels");
    RedisURI uri = RedisURI.builder(primary.uri()).withAuthentication("app", "secret").build();
    RedisClusterClient app = RedisClusterClient.create(uri);
    try {
      assertThatThrownBy(() -> FreshReads.open(app, StringCodec.UTF8, FreshReadsConfig.of(BOUND)))
          .isInstanceOf(FreshReadsException.class)
          .hasMessageContaining("NOPERM")
          .hasMessageContaining("ACL SETUSER <user> ~amoeba:fresh:* +get +set +readonly");

      atEach(List.of(primary, replica), "ACL SETUSER app ~amoeba:fresh:* +get +set +readonly");
      try (FreshReads<String, String> reads =
          FreshReads.open(app, StringCodec.UTF8, replicasFirst().build())) {
        awaitAnswerOf(Source.REPLICA, reads);
      }
    } finally {
      app.shutdown(Duration.ZERO, Duration.ofSeconds(2));
      atEach(List.of(primary, replica), "ACL DELUSER app");
    }
  }

  @Test
  void closingEndsTheConnectionsAndTheThread() {
    Set<String> before = clients(replica);
    FreshReads<String, String> reads = open(replicasFirst().build());
    awaitAnswerOf(Source.REPLICA, reads);
    assertThat(before.containsAll(clients(replica))).isFalse();

    reads.close();
    reads.close();

    await().atMost(PATIENCE).until(() -> before.containsAll(clients(replica)));
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("amoeba-fresh-reads"));
    assertThat(redis.get("key")).isEqualTo("value");
  }

  /** The ids of a server's clients, without the one that asks. */
  private static Set<String> clients(RedisServer server) {
    String list = atEach(List.of(server), "CLIENT LIST TYPE normal");
    return list.lines()
        .filter(line -> !line.contains(" cmd=client"))
        .map(line -> line.split(" ", 2)[0])
        .collect(Collectors.toSet());
  }

  /** Sends words to servers, and returns the last answer. */
  private static String atEach(List<RedisServer> servers, String words) {
    String answer = "";
    for (RedisServer server : servers) {
      try (RedisClient direct = RedisClient.create(server.uri());
          StatefulRedisConnection<String, String> own = direct.connect()) {
        answer = Words.send(own.sync(), words);
      }
    }
    return answer;
  }
}
