package io.amoeba.hints.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.hints.agent.AgentOptions;
import io.amoeba.hints.agent.AgentOptions.ReplayOptions;
import io.amoeba.hints.protocol.batch.BatchDecoder;
import io.amoeba.hints.protocol.batch.BatchEncoder;
import io.amoeba.hints.protocol.batch.BatchLimits;
import io.amoeba.hints.protocol.batch.EncodedBatch;
import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.targets.TargetPolicy;
import io.amoeba.hints.settings.DropReason;
import io.amoeba.hints.settings.HintCounters;
import io.amoeba.hints.settings.HintSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HintInboxTest {

  private static final int WAIT_MILLIS = 20;
  private static final int HOUR_MILLIS = 3_600_000;
  private static final InetAddressAndPort PEER =
      InetAddressAndPort.getByAddress(InetAddress.getLoopbackAddress());

  private static final InetAddressAndPort OTHER_PEER = PEER.withPort(PEER.getPort() + 1);

  private final HintCounters counters = new HintCounters(peer -> peer);
  private final BatchEncoder encoder = new BatchEncoder(null);

  private HintInbox inbox(Predicate<ReadHint> replay, int maxAgeMillis) {
    AgentOptions options =
        new AgentOptions(
            100,
            90,
            0,
            false,
            TargetPolicy.ALL,
            false,
            4,
            100,
            false,
            0,
            Duration.ZERO,
            List.of(),
            new ReplayOptions(1, 500, 1024, 100, maxAgeMillis));
    return new HintInbox(
        new BatchDecoder(BatchLimits.DEFAULTS, null),
        replay,
        maxAgeMillis,
        new HintSettings(options),
        counters);
  }

  private static List<ReadHint> hints(int number) {
    UUID table = new UUID(1, 2);
    List<ReadHint> hints = new ArrayList<>();
    for (int key = 0; key < number; key++) {
      hints.add(new ReadHint(table, new byte[] {(byte) key}, new byte[0]));
    }
    return hints;
  }

  private byte[] batch(int hints) {
    return only(encoder.encode(hints(hints), System.currentTimeMillis()));
  }

  private byte[] hotSet(int hints) {
    return only(encoder.encodeHotSet(hints(hints), System.currentTimeMillis()));
  }

  private static byte[] only(List<EncodedBatch> batches) {
    assertThat(batches).hasSize(1);
    return batches.get(0).bytes();
  }

  private static void awaitThat(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private static void outlive(int maxAgeMillis) {
    long begin = System.nanoTime();
    awaitThat(() -> System.nanoTime() - begin > TimeUnit.MILLISECONDS.toNanos(maxAgeMillis));
  }

  /** A batch that is wanted or not, and what has become of it. */
  private static final class Asked implements HintInbox.Requested {

    private final CompletableFuture<Integer> applied = new CompletableFuture<>();
    private final AtomicBoolean wanted = new AtomicBoolean(true);

    @Override
    public boolean isWanted() {
      return wanted.get();
    }

    @Override
    public void done(int hints) {
      assertThat(applied.complete(hints)).isTrue();
    }
  }

  @Test
  void aBatchThatIsTooLargeTakesNoPlaceAndIsNotAskedForAgain() {
    HintInbox inbox = inbox(hint -> true, HOUR_MILLIS);
    byte[] tooLarge = new byte[BatchLimits.DEFAULTS.batchBytes() + 1];
    Asked asked = new Asked();

    for (int i = 0; i < 2 * HintInbox.BATCHES; i++) {
      assertThat(inbox.offer(PEER, tooLarge)).isTrue();
    }
    assertThat(inbox.offer(PEER, tooLarge, asked)).isTrue();

    assertThat(counters.dropped(DropReason.MALFORMED)).isEqualTo(2L * HintInbox.BATCHES + 1);
    assertThat(counters.dropped(DropReason.INBOX_FULL)).isZero();
    assertThat(asked.applied).isCompletedWithValue(0);
    assertThat(inbox.offer(PEER, batch(1))).isTrue();
  }

  @Test
  void outcomesOfHintsAreCountedForTheirPeer() {
    HintInbox inbox = inbox(hint -> hint.key()[0] > 0, HOUR_MILLIS);
    inbox.start(1);

    assertThat(inbox.offer(PEER, batch(3))).isTrue();
    assertThat(inbox.offer(OTHER_PEER, batch(5))).isTrue();

    awaitThat(() -> counters.peer(OTHER_PEER).applied.sum() == 4);
    assertThat(counters.peer(OTHER_PEER).received.sum()).isEqualTo(5);
    assertThat(counters.peer(PEER).received.sum()).isEqualTo(3);
    assertThat(counters.peer(PEER).applied.sum()).isEqualTo(2);
    assertThat(counters.lagMillis()).isEqualTo(counters.peer(OTHER_PEER).lagMillis());
  }

  @Test
  void hintsThatHaveWaitedTooLongAreDroppedAndCounted() {
    HintInbox inbox = inbox(hint -> true, WAIT_MILLIS);
    assertThat(inbox.offer(PEER, batch(2))).isTrue();
    // A batch that claims to be of a hot set is not accepted unless it was requested.
    assertThat(inbox.offer(PEER, hotSet(3))).isTrue();
    outlive(WAIT_MILLIS);

    inbox.start(1);

    awaitThat(() -> counters.dropped(DropReason.LATE) == 5);
    assertThat(counters.received.sum()).isEqualTo(5);
  }

  @Test
  void theRestOfABatchIsDroppedWhenItsReplaysTakeTooLong() {
    int second = 1_000; // in which a busy machine begins with a batch, too
    List<ReadHint> replayed = new ArrayList<>();
    HintInbox inbox =
        inbox(
            hint -> {
              replayed.add(hint);
              outlive(second);
              return true;
            },
            second);
    inbox.start(1);

    assertThat(inbox.offer(PEER, batch(50))).isTrue();

    awaitThat(() -> counters.dropped(DropReason.LATE) > 0);
    assertThat(counters.dropped(DropReason.LATE)).isEqualTo(49);
    assertThat(replayed).hasSize(1);
  }

  @Test
  void aRequestedHotSetIsAppliedHoweverLate() {
    Asked asked = new Asked();
    HintInbox inbox = inbox(hint -> true, WAIT_MILLIS);
    assertThat(inbox.offer(PEER, hotSet(3), asked)).isTrue();
    outlive(WAIT_MILLIS);
    inbox.start(1);

    assertThat(asked.applied.join()).isEqualTo(3);
    assertThat(counters.dropped(DropReason.LATE)).isZero();
  }

  @Test
  void anAbandonedHotSetIsDroppedWhenLateLikeAllHints() {
    Asked asked = new Asked();
    HintInbox inbox =
        inbox(
            hint -> {
              outlive(WAIT_MILLIS);
              asked.wanted.set(false);
              return true;
            },
            WAIT_MILLIS);
    inbox.start(1);

    assertThat(inbox.offer(PEER, hotSet(3), asked)).isTrue();

    assertThat(asked.applied.join()).isEqualTo(1);
    assertThat(counters.dropped(DropReason.LATE)).isEqualTo(2);
  }

  @Test
  void aHotSetIsPutOffAndNotLostWhereThereIsNoRoomAndLeavesRoomForReads() throws Exception {
    CountDownLatch replaysGoOn = new CountDownLatch(1);
    HintInbox inbox =
        inbox(
            hint -> {
              try {
                replaysGoOn.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return true;
            },
            HOUR_MILLIS);
    List<Asked> taken = new ArrayList<>();
    Asked next = new Asked();
    while (inbox.offer(PEER, hotSet(2), next)) {
      taken.add(next);
      next = new Asked();
    }

    assertThat(taken).hasSize(HintInbox.BATCHES - HintInbox.FOR_READS);
    assertThat(next.applied).isNotDone();
    assertThat(counters.hotSetPutOff.sum()).isEqualTo(1);
    for (int read = 0; read < HintInbox.FOR_READS; read++) {
      assertThat(inbox.offer(PEER, batch(1))).isTrue();
    }
    assertThat(counters.dropped(DropReason.INBOX_FULL)).isZero();
    assertThat(inbox.offer(PEER, batch(1))).isFalse();
    assertThat(counters.dropped(DropReason.INBOX_FULL)).isEqualTo(1);

    inbox.start(1);
    replaysGoOn.countDown();

    for (Asked asked : taken) {
      assertThat(asked.applied.join()).isEqualTo(2);
    }
    Asked again = next;
    awaitThat(() -> inbox.offer(PEER, hotSet(2), again));
    assertThat(again.applied.join()).isEqualTo(2);
  }

  @Test
  void replaysContinueAfterErrorsOfADiskAndOfCode() {
    List<Error> errors =
        List.of(
            new FSReadError(new IOException("the disk is gone"), "Data.db"),
            new NoSuchMethodError("of another release"),
            new AssertionError("a reference to a file was lost"));
    int each = 4;
    List<ReadHint> tried = new ArrayList<>();
    HintInbox inbox =
        inbox(
            hint -> {
              tried.add(hint);
              if (tried.size() <= each * errors.size()) {
                throw errors.get((tried.size() - 1) / each);
              }
              return true;
            },
            HOUR_MILLIS);
    inbox.start(1);
    for (int i = 0; i < errors.size(); i++) {
      assertThat(inbox.offer(PEER, batch(each))).isTrue();
    }
    Asked after = new Asked();

    assertThat(inbox.offer(PEER, hotSet(1), after)).isTrue();

    assertThat(after.applied.join()).isEqualTo(1);
    assertThat(counters.dropped(DropReason.FAILED)).isEqualTo(each * errors.size());
  }
}
