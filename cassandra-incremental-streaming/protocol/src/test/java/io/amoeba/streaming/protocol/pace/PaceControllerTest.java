package io.amoeba.streaming.protocol.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PaceControllerTest {

  private static final long MIB = 1 << 20;
  private static final long LOWEST = 200 << 10;

  private final PaceController controller = new PaceController(0);
  private long nowMillis;
  private SenderRate rate = controller.rate();

  /** Figures of a sender that sends as fast as it may. */
  private PaceSample sample(double cpu, double latency, double answered) {
    return sample(cpu, OptionalDouble.of(latency), OptionalDouble.of(answered), 0.005, 0.5);
  }

  private PaceSample sample(
      double cpu,
      OptionalDouble latency,
      OptionalDouble answered,
      double joinShare,
      double joiningNodeCpu) {
    return new PaceSample(
        OptionalDouble.of(cpu),
        latency,
        answered,
        OptionalDouble.of(joinShare),
        OptionalDouble.of((double) rate.bytesPerSec()),
        OptionalDouble.of(joiningNodeCpu),
        0);
  }

  private void observe(Optional<PaceSample> news) {
    nowMillis += 2_000;
    rate = controller.observe(news, LOWEST, nowMillis);
  }

  private void observe(int seconds, Supplier<PaceSample> sample) {
    for (int passed = 0; passed < seconds; passed += 2) {
      observe(Optional.of(sample.get()));
    }
  }

  private void idleFor(int seconds) {
    observe(seconds, () -> sample(0.2, 0.6, 0.5));
  }

  @Test
  void aSenderOfWhichNothingIsKnownBeginsSlowly() {
    observe(Optional.empty());

    assertThat(rate)
        .isEqualTo(new SenderRate(PaceController.FIRST_BYTES_PER_SEC, PaceReason.STARTS));
  }

  @Test
  void aSenderThatNeverSendsFiguresStaysSlow() {
    for (int i = 0; i < 100; i++) {
      observe(Optional.empty());
    }

    assertThat(rate)
        .isEqualTo(new SenderRate(PaceController.FIRST_BYTES_PER_SEC, PaceReason.NO_FIGURES));
  }

  @Test
  void anIdleSenderGetsFasterQuickly() {
    idleFor(60);

    assertThat(rate.bytesPerSec()).isGreaterThan(50 * MIB);
    assertThat(rate.reason()).isEqualTo(PaceReason.SPARE);
  }

  @Test
  void overloadSlowsASenderDownWithinSeconds() {
    idleFor(60);
    long before = rate.bytesPerSec();

    observe(4, () -> sample(0.99, 2.5, 0.6));

    assertThat(rate.bytesPerSec()).isLessThan(before / 4);
    assertThat(rate.reason()).isEqualTo(PaceReason.OVERLOAD);
  }

  @Test
  void aSmallLossSlowsItDownAndHardlyAnyLetsItGetFasterSlowly() {
    idleFor(40);
    observe(90, () -> sample(0.9, 1.05, 0.95));
    long slow = rate.bytesPerSec();
    assertThat(rate.reason()).isEqualTo(PaceReason.CLIENTS_SLOWER);

    observe(60, () -> sample(0.9, 1, 1));
    assertThat(rate.reason()).isEqualTo(PaceReason.ROOM);
    assertThat(rate.bytesPerSec()).isBetween(slow, 3 * slow);
  }

  @Test
  void requestsThatGrowFewerByThemselvesAreNoLoss() {
    observe(60, () -> sample(0.6, 0.9, 0.5));

    assertThat(rate.reason()).isEqualTo(PaceReason.ROOM);
  }

  @Test
  void aLossBetweenTheLimitsKeepsTheRate() {
    observe(60, () -> sample(0.9, 1.015, 0.985));

    assertThat(rate)
        .isEqualTo(new SenderRate(PaceController.FIRST_BYTES_PER_SEC, PaceReason.BALANCED));
  }

  @Test
  void aBusySenderWithoutClientsOfItsOwnKeepsToItsShare() {
    Supplier<PaceSample> busy =
        () -> sample(0.95, OptionalDouble.empty(), OptionalDouble.empty(), 0.2, 0.5);
    idleFor(60);
    long before = rate.bytesPerSec();

    observe(40, busy);

    assertThat(rate.bytesPerSec()).isLessThan(before / 3);
    assertThat(rate.reason()).isEqualTo(PaceReason.SHARE_USED);
  }

  @Test
  void theLowestRateIsKeptAndNamedSoThatTheJoinEnds() {
    observe(60, () -> sample(0.99, 3, 0.3));

    assertThat(rate).isEqualTo(new SenderRate(LOWEST, PaceReason.LOWEST));
  }

  @Test
  void whatClientsLoseAtTheLowestRateIsNotTheJoinsDoing() {
    observe(60, () -> sample(0.9, 1.1, 0.9));
    assertThat(rate.bytesPerSec()).isEqualTo(LOWEST);

    observe(600, () -> sample(0.9, 1.1, 0.9));

    assertThat(rate.bytesPerSec()).isGreaterThan(4 * LOWEST);
  }

  /** A rate that was too much then says nothing of a sender that has little to do. */
  @Test
  void anOverloadByDayDoesNotKeepTheJoinSlowAtNight() {
    observe(60, () -> sample(0.7, 1.0, 1.0));
    observe(120, () -> sample(0.72, 2.0, 0.85));
    assertThat(rate.bytesPerSec()).isLessThan(2 * LOWEST);

    idleFor(120);

    assertThat(rate.bytesPerSec()).isGreaterThan(20 * MIB);
  }

  @Test
  void aJoiningNodeWithoutCpuToSpareGetsNoMore() {
    observe(60, () -> sample(0.3, OptionalDouble.of(0.7), OptionalDouble.of(1), 0.005, 0.99));

    assertThat(rate)
        .isEqualTo(
            new SenderRate(PaceController.FIRST_BYTES_PER_SEC, PaceReason.JOINING_NODE_BUSY));
  }

  @Test
  void aRateThatIsNotReachedDoesNotGrow() {
    PaceSample slow =
        new PaceSample(
            OptionalDouble.of(0.2),
            OptionalDouble.of(0.7),
            OptionalDouble.of(1),
            OptionalDouble.empty(),
            OptionalDouble.of(1_000),
            OptionalDouble.empty(),
            0);
    observe(120, () -> slow);

    assertThat(rate.bytesPerSec()).isEqualTo(PaceController.FIRST_BYTES_PER_SEC);
    assertThat(rate.reason()).isEqualTo(PaceReason.SENDS_NO_FASTER);
  }

  @Test
  void aSenderThatFallsSilentIsSlowUntilItSpeaks() {
    idleFor(60);

    for (int i = 0; i < 10; i++) {
      observe(Optional.empty());
    }
    assertThat(rate)
        .isEqualTo(new SenderRate(PaceController.FIRST_BYTES_PER_SEC, PaceReason.NO_FIGURES));

    idleFor(20);
    assertThat(rate.bytesPerSec()).isGreaterThan(2 * PaceController.FIRST_BYTES_PER_SEC);
  }
}
