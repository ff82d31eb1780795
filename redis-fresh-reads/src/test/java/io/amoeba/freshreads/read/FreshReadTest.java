package io.amoeba.freshreads.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.freshreads.Answer;
import io.amoeba.freshreads.Answer.Source;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.freshreads.FreshReadsConfig.WithoutFreshReplica;
import io.amoeba.freshreads.FreshReadsException;
import io.amoeba.freshreads.NoFreshReplicaException;
import io.amoeba.freshreads.proof.Heartbeat;
import io.amoeba.freshreads.proof.StalenessBound;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of the three steps of a read, with a replica that answers when the test says so. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class FreshReadTest {
  private static final Duration BOUND = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final int HASH_SLOT = SlotHash.getSlot("key");
  private static final byte[] HEARTBEAT_KEY =
      "amoeba:fresh:{0}:process".getBytes(StandardCharsets.UTF_8);

  private final InMemoryShard shard = new InMemoryShard();
  private final InMemoryNode primary = shard.primary();
  private final InMemoryNode fallback = shard.fallback();
  private InMemoryNode replica = shard.replica();
  private ReadRouter<String, String> router;

  @BeforeEach
  void open() {
    open(config().build());
  }

  @AfterEach
  void close() {
    shard.close();
  }

  private static FreshReadsConfig.Builder config() {
    return FreshReadsConfig.builder()
        .maxStaleness(BOUND)
        .heartbeatEvery(Duration.ofMillis(1))
        .balance(Balance.REPLICAS_FIRST);
  }

  private void open(FreshReadsConfig config) {
    router = shard.open(config);
  }

  /** Lets the replica show the heartbeat that the primary took last. */
  private void replicate() {
    int before = primary.heartbeats().size();
    tickBeyond(before);
    replica.show(primary.heartbeats().get(primary.heartbeats().size() - 1));
    int shown = primary.heartbeats().size();
    tickBeyond(shown);
  }

  private void tickBeyond(int heartbeats) {
    tickUntil(() -> primary.heartbeats().size() > heartbeats);
  }

  private void tickUntil(BooleanSupplier condition) {
    shard.tickUntil(condition);
  }

  private static void spinUntil(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  /** Time passes without heartbeats. */
  private static void letAge(Duration age) {
    long startNanos = System.nanoTime();
    spinUntil(() -> System.nanoTime() - startNanos > age.toNanos());
  }

  private static RedisFuture<String> get(RedisClusterAsyncCommands<String, String> redis) {
    return redis.get("key");
  }

  private CompletableFuture<Answer<String>> read() {
    return router.answer(HASH_SLOT, router.settings().bound(), FreshReadTest::get);
  }

  /** A read that neither the replica nor, since its hedge, the primary has answered. */
  private CompletableFuture<Answer<String>> hedgedAfter(Duration time) {
    open(config().hedgeAfter(time).build());
    replicate();
    CompletableFuture<Answer<String>> read = read();
    tickUntil(() -> fallback.waiting() == 1);
    return read;
  }

  /** A read with a short bound that has found a proof, however slow the machine is. */
  private CompletableFuture<Answer<String>> readAtReplicaWithinShortBound() {
    while (true) {
      replicate();
      CompletableFuture<Answer<String>> read =
          router.answer(HASH_SLOT, StalenessBound.of(SHORT), FreshReadTest::get);
      if (replica.waiting() == 1) {
        return read;
      }
      fallback.answer("no proof in time");
    }
  }

  private void assertIsAskedAtThePrimary(CompletableFuture<Answer<String>> read) {
    assertThat(read).isNotDone();
    assertThat(fallback.waiting()).isEqualTo(1);
    fallback.answer("primary's");
    assertThat(read.join().value()).isEqualTo("primary's");
    assertThat(read.join().source()).isEqualTo(Source.PRIMARY);
  }

  private long refused(Refusal refusal) {
    return router.settings().counts().refusals(refusal);
  }

  @Test
  void anAnswerWithinTheBoundIsHandedOverWithItsProvenAge() {
    replicate();
    CompletableFuture<Answer<String>> read = read();
    assertThat(replica.waiting()).isEqualTo(1);

    replica.answer("value");

    assertThat(read.join().value()).isEqualTo("value");
    assertThat(read.join().source()).isEqualTo(Source.REPLICA);
    assertThat(read.join().provenAge()).isPositive().isLessThanOrEqualTo(BOUND);
    assertThat(fallback.waiting()).isZero();
  }

  @Test
  void withoutAProofTheReplicaIsNotAsked() {
    CompletableFuture<Answer<String>> read = read();

    assertThat(replica.waiting()).isZero();
    assertIsAskedAtThePrimary(read);
  }

  @Test
  void anAnswerThatArrivesTooLateForItsProofIsAskedAtThePrimary() {
    CompletableFuture<Answer<String>> read = readAtReplicaWithinShortBound();
    letAge(SHORT);

    replica.answer("too old");

    assertIsAskedAtThePrimary(read);
    assertThat(refused(Refusal.OLD)).isEqualTo(1);
  }

  @Test
  void aProofThatIsYoungerThanTheReadDoesNotMakeItsAnswerFresh() {
    CompletableFuture<Answer<String>> read = readAtReplicaWithinShortBound();
    letAge(SHORT);
    replica.show(new Heartbeat("process").value(System.nanoTime()));
    router.shards().get(0).replicas().get(0).probe(HEARTBEAT_KEY);

    replica.answer("too old");

    assertIsAskedAtThePrimary(read);
    assertThat(refused(Refusal.OLD)).isEqualTo(1);
    assertThat(router.shards().get(0).fresh(router.settings().bound(), System.nanoTime()))
        .isEqualTo(1);
  }

  @Test
  void theProofEndsWithItsConnection() {
    replicate();
    String former = primary.heartbeats().get(primary.heartbeats().size() - 1);
    replica.disconnect();
    replica = shard.replaceReplica();
    tickUntil(() -> router.shards().get(0).replicas().get(0).connection() != null);

    assertThat(replica.heartbeats()).doesNotContain(former);
    CompletableFuture<Answer<String>> read = read();
    assertThat(replica.waiting()).isZero();
    assertIsAskedAtThePrimary(read);
  }

  @Test
  void aReplicaThatLosesTheHeartbeatLosesItsProof() {
    replicate();
    replica.show(null);
    int before = primary.heartbeats().size();
    tickBeyond(before);

    CompletableFuture<Answer<String>> read = read();

    assertThat(replica.waiting()).isZero();
    assertIsAskedAtThePrimary(read);
  }

  @Test
  void nilIsAskedAtThePrimary() {
    replicate();
    CompletableFuture<Answer<String>> read = read();

    replica.answer(null);

    assertIsAskedAtThePrimary(read);
    assertThat(refused(Refusal.ABSENT)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MOVED 12539 127.0.0.1:6379",
        "LOADING Redis is loading the dataset in memory",
        "MASTERDOWN Link with MASTER is down",
        "CLUSTERDOWN The cluster is down"
      })
  void anErrorIsAskedAtThePrimary(String error) {
    replicate();
    CompletableFuture<Answer<String>> read = read();

    replica.fail(error);

    assertIsAskedAtThePrimary(read);
    assertThat(refused(Refusal.ERROR)).isEqualTo(1);
  }

  @Test
  void readsInFlightOnAnEndedConnectionAreAskedAtThePrimary() {
    replicate();
    CompletableFuture<Answer<String>> read = read();

    replica.disconnect();

    assertIsAskedAtThePrimary(read);
  }

  @Test
  void aReplicaThatDoesNotAnswerIsHedgedAndTheFirstAnswerCounts() {
    CompletableFuture<Answer<String>> read = hedgedAfter(Duration.ofMillis(5));

    fallback.answer("primary's");
    replica.answer("late");

    assertThat(read.join().value()).isEqualTo("primary's");
    assertThat(router.settings().counts().hedges() + refused(Refusal.LATE)).isEqualTo(1);
  }

  @Test
  void theReplicaMayBeFasterThanItsHedge() {
    CompletableFuture<Answer<String>> read = hedgedAfter(Duration.ofMillis(1));

    replica.answer("value");
    fallback.answer("primary's");

    assertThat(read.join().value()).isEqualTo("value");
  }

  @Test
  void aWriteIsNeitherSentNorRepeated() {
    replicate();
    CompletableFuture<Answer<String>> write =
        router.answer(HASH_SLOT, router.settings().bound(), redis -> redis.getdel("key"));

    assertThatThrownBy(write::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(FreshReadsException.class)
        .hasMessageContaining("GETDEL");
    assertThat(replica.waiting() + fallback.waiting()).isZero();
  }

  @Test
  void aFunctionThatThrowsFailsTheRead() {
    replicate();
    CompletableFuture<Answer<String>> read =
        router.answer(
            HASH_SLOT,
            router.settings().bound(),
            redis -> {
              throw new IllegalStateException("of the application");
            });

    assertThatThrownBy(read::join).hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void aReadAfterAMarkNeedsAProofThatIsNotOlder() {
    replicate();
    StalenessBound after = router.settings().bound().after(System.nanoTime());
    CompletableFuture<Answer<String>> tooEarly =
        router.answer(HASH_SLOT, after, FreshReadTest::get);
    assertThat(replica.waiting()).isZero();
    assertIsAskedAtThePrimary(tooEarly);

    replicate();
    CompletableFuture<Answer<String>> later = router.answer(HASH_SLOT, after, FreshReadTest::get);
    replica.answer("value");

    assertThat(later.join().source()).isEqualTo(Source.REPLICA);
  }

  @Test
  void aProtectedPrimaryGetsNoReadWithoutAFreshReplica() {
    open(config().withoutFreshReplica(WithoutFreshReplica.FAIL).build());

    assertThatThrownBy(read()::join).hasCauseInstanceOf(NoFreshReplicaException.class);
    assertThat(fallback.waiting()).isZero();

    StalenessBound primaryOnly = StalenessBound.of(Duration.ZERO);
    assertIsAskedAtThePrimary(router.answer(HASH_SLOT, primaryOnly, FreshReadTest::get));
  }

  @Test
  void aReadOfAnotherConnectionLeavesThePrimaryWhileTheReplicaIsFresh() {
    assertThat(router.leavesPrimary(HASH_SLOT)).isFalse();
    assertThat(router.replicasOf("127.0.0.1:6379")).containsExactly("127.0.0.1:6380");
    assertThat(router.replicasOf("127.0.0.1:6380")).isEmpty();

    replicate();
    assertThat(router.leavesPrimary(HASH_SLOT)).isTrue();

    replica.show(null);
    int before = primary.heartbeats().size();
    tickBeyond(before);
    assertThat(router.leavesPrimary(HASH_SLOT)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "MOVED 866 127.0.0.1:6381, true",
    "READONLY You can't write against a read only replica., true",
    "OOM command not allowed when used memory > 'maxmemory'., false",
    "NOREPLICAS Not enough good replicas to write., false"
  })
  void onlyARedirectedHeartbeatAsksForTheTopology(String error, boolean asks) {
    primary.refuseHeartbeats(error);
    int before = primary.heartbeats().size();

    tickBeyond(before);

    assertThat(shard.troubles() > 0).isEqualTo(asks);
  }
}
