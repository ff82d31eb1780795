package io.amoeba.freshreads.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.freshreads.Answer;
import io.amoeba.freshreads.Answer.Source;
import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.freshreads.FreshReadsConfig.Evidence;
import io.amoeba.freshreads.FreshReadsException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that take nothing but TLS, and a user who has the documented rights and no other. */
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class EncryptedReadsIT {
  private static final Duration BOUND = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Path DOCUMENTATION = Path.of("../../docs/fresh-reads.md");

  private static final String HEARTBEATS =
      "ACL SETUSER app on >secret resetchannels ~amoeba:fresh:* ~seg:*"
          + " +get +set +readonly +cluster|nodes +hget";
  private static final String OFFSETS =
      "ACL SETUSER app on >secret resetchannels ~seg:*"
          + " +info +cluster|info +readonly +cluster|nodes +hget";

  @TempDir static Path folder;

  private static EncryptedCluster cluster;

  private RedisClusterClient client;

  @BeforeAll
  static void start() throws IOException, InterruptedException, GeneralSecurityException {
    cluster = EncryptedCluster.start(folder);
    cluster.on(cluster.primary()).hset("seg:7", "lav", "54");
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void deleteUser() {
    if (client != null) {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
    cluster.on(cluster.primary()).aclDeluser("app");
    cluster.on(cluster.replica()).aclDeluser("app");
  }

  private static String rule(Evidence evidence) {
    return evidence == Evidence.HEARTBEATS ? HEARTBEATS : OFFSETS;
  }

  private FreshReads<String, String> open(Evidence evidence, String rule) {
    Words.send(cluster.on(cluster.primary()), rule);
    Words.send(cluster.on(cluster.replica()), rule);
    client = cluster.newClient("app", "secret");
    return FreshReads.open(
        client,
        StringCodec.UTF8,
        FreshReadsConfig.builder()
            .maxStaleness(BOUND)
            .balance(Balance.REPLICAS_FIRST)
            .evidence(evidence)
            .build());
  }

  private static Answer<String> answer(FreshReads<String, String> reads) {
    return reads.answer("seg:7", redis -> redis.hget("seg:7", "lav")).join();
  }

  @ParameterizedTest
  @EnumSource
  void withTheDocumentedRightsReplicasAnswer(Evidence evidence) throws IOException {
    assertThat(Files.readString(DOCUMENTATION)).contains(rule(evidence));
    try (FreshReads<String, String> reads = open(evidence, rule(evidence))) {
      Answer<String> answer =
          await()
              .atMost(PATIENCE)
              .until(() -> answer(reads), one -> one.source() == Source.REPLICA);

      assertThat(answer.value()).isEqualTo("54");
      assertThat(answer.node()).isEqualTo(cluster.replica().address());
      assertThat(answer.provenAge()).isPositive().isLessThanOrEqualTo(BOUND);
      Answer<String> atPrimary =
          reads.within(Duration.ZERO).answer("seg:7", redis -> redis.hget("seg:7", "lav")).join();
      assertThat(atPrimary.value()).isEqualTo("54");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HEARTBEATS, ~amoeba:fresh:*",
    "HEARTBEATS, +get",
    "HEARTBEATS, +set",
    "HEARTBEATS, +readonly",
    "HEARTBEATS, +cluster|nodes",
    "OFFSETS, +info",
    "OFFSETS, +cluster|info",
    "OFFSETS, +readonly",
    "OFFSETS, +cluster|nodes"
  })
  void withoutOneOfTheDocumentedRightsOpeningFails(Evidence evidence, String missing) {
    String rule =
        Arrays.stream(rule(evidence).split(" ", -1))
            .filter(word -> !word.equals(missing))
            .collect(Collectors.joining(" "));

    assertThatThrownBy(() -> open(evidence, rule).close())
        .isInstanceOf(FreshReadsException.class)
        .hasStackTraceContaining("NOPERM");
  }

  @Test
  void withoutTlsTheServersAnswerNothing() {
    try (RedisClient plain = RedisClient.create(cluster.primary().uri())) {
      assertThatThrownBy(plain::connect).isInstanceOf(RedisException.class);
    }
  }
}
