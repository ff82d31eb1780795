package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ServerProgram;
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
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * On each server that is there, a primary with a replica, and a primary that refuses heartbeats for
 * different reasons. Reads prefer the replica while it is fresh.
 */
@ParameterizedClass
@MethodSource("io.amoeba.embedded.redis.ServerProgram#available")
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class RefusedHeartbeatsIT {
  private static final Duration BOUND = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int READS = 100;
  private static final String VIEW = "ACL SETUSER app on >secret resetchannels +cluster|nodes ";
  private static final String HEARTBEATS = "~key ~amoeba:fresh:* +get +set +readonly";
  private static final String OFFSETS = "~key +get +info +cluster|info +readonly";

  @TempDir static Path folder;

  private static EmbeddedCluster cluster;
  private static RedisServer primary;
  private static RedisServer replica;

  @Parameter ServerProgram program;

  private final Appender log = new Appender();
  private RedisClusterClient client;

  @BeforeParameterizedClassInvocation
  static void start(ServerProgram program) throws IOException {
    Path own = Files.createDirectory(folder.resolve(program.name()));
    cluster =
        EmbeddedCluster.builder()
            .nodes(1)
            .redis(
                RedisSettings.defaults()
                    .withExecutable(program.find(own).orElseThrow())
                    .withReplicas(1)
                    .with("cluster-node-timeout", "60000"))
            .parentFolder(own)
            .start();
    primary = cluster.redis().server(1);
    replica = cluster.redis().server(2);
  }

  @AfterParameterizedClassInvocation
  static void end() {
    cluster.close();
  }

  @BeforeEach
  void watch() {
    at(primary, "SET key value");
    log.follow();
  }

  @AfterEach
  void makeWhole() {
    log.leave();
    at(primary, "CONFIG SET maxmemory 0");
    at(primary, "CONFIG SET min-replicas-to-write 0");
    if (client != null) {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
    for (RedisServer server : List.of(primary, replica)) {
      at(server, "ACL DELUSER app");
    }
  }

  private static String at(RedisServer server, String words) {
    try (RedisClient direct = RedisClient.create(server.uri());
        StatefulRedisConnection<String, String> own = direct.connect()) {
      return Words.send(own.sync(), words);
    }
  }

  private FreshReads<String, String> open(Evidence evidence, String rights) {
    for (RedisServer server : List.of(primary, replica)) {
      at(server, VIEW + rights);
    }
    RedisURI uri = RedisURI.builder(primary.uri()).withAuthentication("app", "secret").build();
    client = RedisClusterClient.create(uri);
    return FreshReads.open(
        client,
        StringCodec.UTF8,
        FreshReadsConfig.builder()
            .maxStaleness(BOUND)
            .balance(Balance.REPLICAS_FIRST)
            .evidence(evidence)
            .build());
  }

  private static Answer<String> get(FreshReads<String, String> reads) {
    return reads.answer("key", commands -> commands.get("key")).join();
  }

  private static void awaitReplica(FreshReads<String, String> reads) {
    await().atMost(PATIENCE).until(() -> get(reads).source() == Source.REPLICA);
  }

  private static ShardState shard(FreshReads<String, String> reads) {
    return reads.snapshot().shards().get(0);
  }

  private static void awaitEvidence(FreshReads<String, String> reads, Evidence evidence) {
    await().atMost(PATIENCE).until(() -> shard(reads).evidence().equals(Optional.of(evidence)));
  }

  /** Waits until no heartbeat can be younger than the bound, and checks that replicas answer. */
  private static void assertThatOffsetsProve(FreshReads<String, String> reads) {
    awaitEvidence(reads, Evidence.OFFSETS);
    long acknowledged = reads.snapshot().heartbeats().getOrDefault("acknowledged", 0L);
    long nanos = System.nanoTime();
    await().atMost(PATIENCE).until(() -> System.nanoTime() - nanos > BOUND.toNanos());
    List<Answer<String>> answers = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              answers.add(get(reads));
              return answers.stream().filter(one -> one.source() == Source.REPLICA).count()
                  >= READS;
            });
    assertThat(answers)
        .filteredOn(one -> one.source() == Source.REPLICA)
        .allSatisfy(
            one -> {
              assertThat(one.value()).isEqualTo("value");
              assertThat(one.provenAge()).isLessThanOrEqualTo(BOUND);
            });
    assertThat(reads.snapshot().heartbeats()).containsEntry("acknowledged", acknowledged);
  }

  @Test
  void whileThePrimaryLacksMemoryOffsetsProve() {
    try (FreshReads<String, String> reads = open(Evidence.HEARTBEATS, HEARTBEATS + " " + OFFSETS)) {
      awaitReplica(reads);

      at(primary, "CONFIG SET maxmemory 1");

      assertThatOffsetsProve(reads);
      assertThat(shard(reads).refusal()).contains("OOM");
      log.awaitOne("refuses heartbeats (OOM); replication offsets prove", "raise maxmemory");

      at(primary, "CONFIG SET maxmemory 0");
      awaitEvidence(reads, Evidence.HEARTBEATS);
      assertThat(shard(reads).refusal()).isEmpty();
    }
  }

  @Test
  void whileThePrimaryLacksReplicasForWritesOffsetsProve() {
    try (FreshReads<String, String> reads = open(Evidence.HEARTBEATS, HEARTBEATS + " " + OFFSETS)) {
      awaitReplica(reads);

      at(primary, "CONFIG SET min-replicas-to-write 2");

      assertThatOffsetsProve(reads);
      assertThat(shard(reads).refusal()).contains("NOREPLICAS");
    }
  }

  @Test
  void whileTheUserMayNotWriteHeartbeatsOffsetsProve() {
    try (FreshReads<String, String> reads = open(Evidence.HEARTBEATS, HEARTBEATS + " " + OFFSETS)) {
      awaitReplica(reads);

      at(primary, "ACL SETUSER app -set");

      assertThatOffsetsProve(reads);
      assertThat(shard(reads).refusal()).contains("NOPERM");
      log.awaitOne(
          "refuses heartbeats (NOPERM)", "ACL SETUSER <user> ~amoeba:fresh:* +get +set +readonly");
    }
  }

  @Test
  void withoutTheRightToAskForOffsetsThePrimaryAnswersAndTheLogTellsWhy() {
    try (FreshReads<String, String> reads = open(Evidence.HEARTBEATS, HEARTBEATS)) {
      awaitReplica(reads);

      at(primary, "CONFIG SET maxmemory 1");
      await().atMost(PATIENCE).until(() -> shard(reads).evidence().isEmpty());
      await().atMost(PATIENCE).until(() -> get(reads).source() == Source.PRIMARY);

      for (int i = 0; i < READS; i++) {
        assertThat(get(reads).source()).isEqualTo(Source.PRIMARY);
      }
      assertThat(shard(reads).refusal()).contains("OOM");
      log.awaitOne(
          "refuses heartbeats (OOM), and offsets prove nothing", "with NOPERM", "maxmemory");
    }
  }

  @Test
  void aUserWhoMayWriteNothingReadsFromReplicasByOffsets() {
    try (FreshReads<String, String> reads = open(Evidence.OFFSETS, OFFSETS)) {
      assertThatOffsetsProve(reads);

      assertThat(reads.snapshot().heartbeats())
          .containsEntry("acknowledged", 0L)
          .containsEntry("refused", 0L);
    }
  }

  @Test
  void aUserWithoutRightsForOffsetsIsToldTheAccessRuleToAdd() {
    assertThatThrownBy(() -> open(Evidence.OFFSETS, HEARTBEATS))
        .isInstanceOf(FreshReadsException.class)
        .hasMessageContaining("NOPERM")
        .hasMessageContaining("ACL SETUSER <user> +info +cluster|info +readonly");
  }

  /** The library's messages while a check runs. */
  private static final class Appender extends ListAppender<ILoggingEvent> {
    private static final Logger LIBRARY = (Logger) LoggerFactory.getLogger("io.amoeba.freshreads");

    Appender() {
      list = new CopyOnWriteArrayList<>();
    }

    void follow() {
      start();
      LIBRARY.addAppender(this);
    }

    void leave() {
      LIBRARY.detachAppender(this);
    }

    private Stream<String> messages(String... parts) {
      return list.stream()
          .map(ILoggingEvent::getFormattedMessage)
          .filter(message -> Stream.of(parts).allMatch(message::contains));
    }

    void awaitOne(String... parts) {
      await().atMost(PATIENCE).until(() -> messages(parts).findAny().isPresent());
      // One for each change, not for each heartbeat; a busy machine may change more than once.
      assertThat(messages(parts)).hasSizeLessThan(4);
    }
  }
}
