package io.amoeba.freshreads.choice;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class BalancedShareTest {

  private static final Offset<Double> EXACT = within(0.005);

  private final NodeLoad primary = new NodeLoad();
  private final NodeLoad[] replicas = {new NodeLoad(), new NodeLoad()};
  private long now = 5_000_000_000_000L;
  private final BalancedShare share = new BalancedShare(0.1, now);

  @Test
  void shareStartsAtZeroAndStaysThereWithoutLatencies() {
    adjustAfterMillis(10);
    assertThat(share.value()).isZero();

    answers(primary, 5_000_000);
    adjustAfterMillis(10);
    assertThat(share.value()).isZero();
  }

  @Test
  void shareRisesByTheRuleWhileThePrimaryIsSlower() {
    latencies(130_000, 100_000, 400_000);
    adjustAfterMillis(10);
    assertThat(share.value()).isCloseTo(0.02 + 0.1 * 0.2, EXACT);

    latencies(1_000_000, 100_000, 400_000);
    adjustAfterMillis(10);
    assertThat(share.value()).isCloseTo(0.04 + 0.1, EXACT);
  }

  @Test
  void shareKeepsWithinTheBand() {
    raiseTo(0.5);

    latencies(106_000, 100_000, 100_000);
    adjustAfterMillis(10);

    assertThat(share.value()).isCloseTo(0.5, EXACT);
  }

  @Test
  void shareFallsWhileThePrimaryIsAsFast() {
    raiseTo(0.5);

    latencies(100_000, 100_000, 90_000_000);
    adjustAfterMillis(10);

    assertThat(share.value()).isCloseTo(0.48, EXACT);
  }

  @Test
  void shareNeverLeavesItsRange() {
    raiseTo(1);
    latencies(1_000_000, 100_000, 100_000);
    adjustAfterMillis(10);
    assertThat(share.value()).isEqualTo(1);

    for (int i = 0; i < 60; i++) {
      latencies(100_000, 100_000, 100_000);
      adjustAfterMillis(10);
    }
    assertThat(share.value()).isZero();
  }

  @Test
  void adjustmentWithinTenMillisChangesNothing() {
    latencies(1_000_000, 100_000, 100_000);
    adjustAfterMillis(10);
    double adjusted = share.value();

    adjustAfterMillis(9);

    assertThat(share.value()).isEqualTo(adjusted);
  }

  @Test
  void timeWithoutReadsCountsInFullWhenTheShareFalls() {
    raiseTo(1);

    latencies(100_000, 100_000, 100_000);
    adjustAfterMillis(100);

    assertThat(share.value()).isCloseTo(0.8, EXACT);
  }

  @Test
  void suspicionRaisesTheShareToTheExploredPart() {
    answers(primary, 500_000);
    for (int i = 0; i < 16; i++) {
      for (NodeLoad load : new NodeLoad[] {primary, replicas[0], replicas[1]}) {
        load.probed(100_000, now);
      }
    }
    for (int i = 0; i < 20; i++) {
      adjustAfterMillis(10);
    }
    assertThat(share.value()).isEqualTo(BalancedShare.EXPLORED);

    // A second without reads: the suspicion is over.
    adjustAfterMillis(1100);
    assertThat(share.value()).isZero();
  }

  @Test
  void stallOfThePrimaryRaisesTheShare() {
    latencies(100_000, 100_000, 100_000);
    for (int i = 0; i < 4; i++) {
      primary.sent(now);
    }
    for (int i = 0; i < 12; i++) {
      adjustAfterMillis(10);
    }

    assertThat(share.value()).isEqualTo(1);
  }

  @Test
  void slowReadIsNoStall() {
    latencies(100_000, 100_000, 100_000);
    primary.sent(now);
    for (int i = 0; i < 12; i++) {
      adjustAfterMillis(10);
    }

    assertThat(share.value()).isZero();
  }

  @Test
  void shareKeepsWithoutFreshReplicas() {
    raiseTo(0.5);

    answers(primary, 9_000_000);
    adjustAfterMillis(10, 0);

    assertThat(share.value()).isCloseTo(0.5, EXACT);
  }

  @Test
  void sameProbesRaiseTheShareOnce() {
    for (int i = 0; i < 16; i++) {
      primary.probed(130_000, now);
      replicas[0].probed(100_000, now);
    }
    for (int i = 0; i < 20; i++) {
      adjustAfterMillis(10);
    }
    assertThat(share.value()).isCloseTo(0.02 + 0.1 * 0.2, EXACT);

    primary.probed(130_000, now);
    adjustAfterMillis(10);
    assertThat(share.value()).isCloseTo(2 * (0.02 + 0.1 * 0.2), EXACT);
  }

  @Test
  void slowProbesOfALongQueueMoveAllReads() {
    for (int i = 0; i < 4; i++) {
      primary.probed(1_200_000, now);
      replicas[0].probed(100_000, now);
    }
    adjustAfterMillis(10);

    assertThat(share.value()).isEqualTo(1);
  }

  @Test
  void suspicionRaisesTheShareWithoutFreshReplicas() {
    answers(primary, 500_000);
    for (int i = 0; i < 16; i++) {
      replicas[0].probed(100_000, now);
    }
    adjustAfterMillis(10, 0);
    assertThat(share.value()).isEqualTo(BalancedShare.EXPLORED);

    adjustAfterMillis(1100, 0);
    assertThat(share.value()).isZero();
  }

  @Test
  void patienceMovesTheBand() {
    BalancedShare patient = new BalancedShare(1, now);
    latencies(190_000, 100_000, 100_000);
    now += MILLISECONDS.toNanos(10);
    patient.adjust(primary, replicas, 0b11, now);
    assertThat(patient.value()).isZero();

    latencies(210_000, 100_000, 100_000);
    now += MILLISECONDS.toNanos(10);
    patient.adjust(primary, replicas, 0b11, now);
    assertThat(patient.value()).isPositive();
  }

  private void raiseTo(double value) {
    while (share.value() < value - 0.001) {
      latencies(100_000 + (value - share.value() > 0.1 ? 1_000_000 : 10_500), 100_000, 100_000);
      adjustAfterMillis(10);
    }
  }

  private void adjustAfterMillis(long millis) {
    adjustAfterMillis(millis, 0b11);
  }

  private void adjustAfterMillis(long millis, int fresh) {
    now += MILLISECONDS.toNanos(millis);
    share.adjust(primary, replicas, fresh, now);
  }

  private void latencies(long ofPrimary, long ofFirst, long ofSecond) {
    answers(primary, ofPrimary);
    answers(replicas[0], ofFirst);
    answers(replicas[1], ofSecond);
  }

  private void answers(NodeLoad load, long latencyNanos) {
    for (int i = 0; i < LatencyWindow.SIZE; i++) {
      load.sent(now);
      load.answered(latencyNanos, now);
    }
  }
}
