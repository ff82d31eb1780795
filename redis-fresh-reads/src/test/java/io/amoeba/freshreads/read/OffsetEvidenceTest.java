package io.amoeba.freshreads.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.freshreads.Answer;
import io.amoeba.freshreads.Answer.Source;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.freshreads.FreshReadsConfig.Balance;
import io.amoeba.freshreads.FreshReadsConfig.Evidence;
import io.amoeba.freshreads.link.HeartbeatOutcome;
import io.amoeba.freshreads.proof.StalenessBound;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replication offsets of a primary and its replica, in place of heartbeats. */
@SuppressWarnings("NullAway.Init") // each test opens
class OffsetEvidenceTest {
  private static final int HASH_SLOT = SlotHash.getSlot("key");
  private static final String HISTORY = "a".repeat(40);
  private static final String OOM = "OOM command not allowed when used memory > 'maxmemory'.";

  private final InMemoryShard shard = new InMemoryShard();
  private ReadRouter<String, String> router;

  @AfterEach
  void close() {
    shard.close();
  }

  private void open(Evidence evidence) {
    router =
        shard.open(
            FreshReadsConfig.builder()
                .maxStaleness(Duration.ofMinutes(1))
                .heartbeatEvery(Duration.ofMillis(1))
                .balance(Balance.REPLICAS_FIRST)
                .evidence(evidence)
                .build());
  }

  private static String primaryAt(String history, long offset) {
    return "# Replication\r\nrole:master\r\nmaster_replid:%s\r\nmaster_repl_offset:%d\r\n"
        .formatted(history, offset);
  }

  private static String replicaAt(String history, long offset) {
    return """
        # Replication\r
        role:slave\r
        master_link_status:up\r
        master_sync_in_progress:0\r
        slave_repl_offset:%d\r
        master_replid:%s\r
        """
        .formatted(offset, history);
  }

  /** Lets the primary be asked once more, and the replica after it. */
  private void askAgain() {
    long before = asked();
    shard.tickUntil(() -> asked() > before);
  }

  private long asked() {
    return router.settings().heartbeats().counted(HeartbeatOutcome.OFFSETS);
  }

  private boolean isFresh() {
    return router.shards().get(0).fresh(router.settings().bound(), System.nanoTime()) != 0;
  }

  @Test
  void whileHeartbeatsAreRefusedAReplicaProvesItselfByItsOffset() {
    open(Evidence.HEARTBEATS);
    shard.primary().refuseHeartbeats(OOM);
    shard.primary().tell(primaryAt(HISTORY, 10));
    shard.replica().tell(replicaAt(HISTORY, 10));

    askAgain();
    CompletableFuture<Answer<String>> read =
        router.answer(HASH_SLOT, router.settings().bound(), redis -> redis.get("key"));
    shard.replica().answer("replica's");

    assertThat(read.join().source()).isEqualTo(Source.REPLICA);
    assertThat(router.shards().get(0).primary().refusal()).isEqualTo("OOM");
  }

  @Test
  void aReplicaThatLacksAWriteOfThePrimaryProvesNothing() {
    open(Evidence.OFFSETS);
    shard.primary().tell(primaryAt(HISTORY, 10));
    shard.replica().tell(replicaAt(HISTORY, 9));

    askAgain();

    assertThat(isFresh()).isFalse();
  }

  @Test
  void aReplicaThatLagsProvesAnEarlierMoment() {
    open(Evidence.OFFSETS);
    shard.primary().tell(primaryAt(HISTORY, 10));
    shard.replica().tell(replicaAt(HISTORY, 10));
    askAgain();
    long laterNanos = System.nanoTime();
    shard.primary().tell(primaryAt(HISTORY, 20));

    askAgain();

    assertThat(isFresh()).isTrue();
    StalenessBound later = router.settings().bound().after(laterNanos);
    assertThat(router.shards().get(0).fresh(later, System.nanoTime())).isZero();
  }

  @Test
  void anOffsetOfAnotherHistoryProvesNothing() {
    open(Evidence.OFFSETS);
    shard.primary().tell(primaryAt(HISTORY, 105));
    shard.replica().tell(replicaAt("b".repeat(40), 41_985));

    askAgain();

    assertThat(isFresh()).isFalse();
  }

  @Test
  void aPrimaryThatMissesTheMajorityProvesNothingAndTheTopologyIsAskedFor() {
    open(Evidence.OFFSETS);
    shard.primary().tell(primaryAt(HISTORY, 10));
    shard.primary().clusterState("fail");
    shard.replica().tell(replicaAt(HISTORY, 10));

    shard.tickUntil(() -> shard.troubles() > 0);

    assertThat(isFresh()).isFalse();
    assertThat(asked()).isZero();
  }

  @Test
  void withoutTheRightToAskNothingIsProven() {
    open(Evidence.HEARTBEATS);
    shard.primary().refuseHeartbeats(OOM);
    shard.replica().tell(replicaAt(HISTORY, 10));

    shard.tickUntil(() -> router.shards().get(0).primary().outcome() == HeartbeatOutcome.REFUSED);

    assertThat(isFresh()).isFalse();
    assertThat(shard.troubles()).isZero();
  }

  @Test
  void heartbeatsReturnWhenThePrimaryTakesThemAgain() {
    open(Evidence.HEARTBEATS);
    shard.primary().refuseHeartbeats(OOM);
    shard.primary().tell(primaryAt(HISTORY, 10));
    askAgain();
    shard.primary().takeHeartbeats();

    shard.tickUntil(
        () -> router.shards().get(0).primary().outcome() == HeartbeatOutcome.ACKNOWLEDGED);

    assertThat(router.shards().get(0).primary().refusal()).isNull();
  }

  @Test
  void withOffsetsAloneNothingIsWritten() {
    open(Evidence.OFFSETS);
    shard.primary().tell(primaryAt(HISTORY, 10));
    shard.replica().tell(replicaAt(HISTORY, 10));

    askAgain();

    assertThat(isFresh()).isTrue();
    assertThat(shard.primary().heartbeats()).isEmpty();
  }
}
