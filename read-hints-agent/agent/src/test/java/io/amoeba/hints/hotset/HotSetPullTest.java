package io.amoeba.hints.hotset;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.hints.protocol.hotset.HotSetAnswer.Part;
import io.amoeba.hints.replay.HintInbox.Requested;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HotSetPullTest {

  private static final long HOUR = 3_600_000;

  private InetAddressAndPort one;
  private InetAddressAndPort two;

  @BeforeEach
  void nameTwoPeers() throws UnknownHostException {
    one =
        InetAddressAndPort.getByAddressOverrideDefaults(
            java.net.InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 1);
    two =
        InetAddressAndPort.getByAddressOverrideDefaults(
            java.net.InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), 1);
  }

  @Test
  void itIsOverWhenAllBatchesOfAllPeersAreDone() throws InterruptedException {
    HotSetPull pull = new HotSetPull(List.of(one, two), HOUR);
    pull.take(one, new Part(1, 1)).done(5);
    Requested first = pull.take(two, new Part(1, 2));
    Requested last = pull.take(two, new Part(1, 2));
    last.done(0);

    assertThat(pull.isOver()).isFalse();
    assertThat(first.isWanted()).isTrue();
    first.done(3);

    assertThat(pull.await(peer -> true)).isEqualTo(8);
    assertThat(first.isWanted()).isFalse();
  }

  @Test
  void peersThatEndOrDoNotAnswerAreNotWaitedFor() throws InterruptedException {
    HotSetPull pull = new HotSetPull(List.of(one, two), HOUR);
    pull.giveUp(one);

    assertThat(pull.await(peer -> !peer.equals(two))).isZero();
  }

  @Test
  void afterTheLimitItIsOverWithWhatHasBeenApplied() throws InterruptedException {
    HotSetPull pull = new HotSetPull(List.of(one), 200);
    pull.take(one, new Part(1, 9)).done(4);

    assertThat(pull.await(peer -> true)).isEqualTo(4);
    assertThat(pull.isOver()).isTrue();
  }

  @Test
  void withoutPeersItIsOverAtOnce() throws InterruptedException {
    assertThat(new HotSetPull(List.of(), HOUR).await(peer -> true)).isZero();
  }
}
