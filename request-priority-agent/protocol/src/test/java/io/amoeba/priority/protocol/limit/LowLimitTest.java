package io.amoeba.priority.protocol.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LowLimitTest {

  private static final LimitRules RULES = new LimitRules(64, 250);
  private static final ControlInterval BAD = interval(10_000, true, true);
  private static final ControlInterval GOOD = interval(100, true, true);

  @Test
  void theControllerStartsAtTheUpperEnd() {
    assertThat(LowLimit.start(RULES).whole()).isEqualTo(64);
  }

  @Test
  void longWaitsLowerTheLimitToOneWithinASecond() {
    assertThat(after(10, BAD, LowLimit.start(RULES)).whole()).isEqualTo(1);
  }

  @Test
  void aSmallExcessLowersTheLimitInProportion() {
    LowLimit next = new LowLimit(40).next(interval(312, true, true), RULES);

    assertThat(next.requests()).isBetween(32.0, 32.1);
  }

  @Test
  void theLimitComesBackByOneRequestInFourIntervals() {
    LowLimit least = new LowLimit(1);

    assertThat(after(3, GOOD, least).whole()).isEqualTo(1);
    assertThat(after(4, GOOD, least).whole()).isEqualTo(2);
    assertThat(after(63 * 4, GOOD, least).whole()).isEqualTo(64);
    assertThat(after(10_000, GOOD, least).whole()).isEqualTo(64);
  }

  @Test
  void waitsAtTheTargetAreGoodEnough() {
    assertThat(new LowLimit(8).next(interval(250, true, true), RULES).requests()).isEqualTo(8.25);
  }

  @Test
  void fewSamplesChangeNothing() {
    ControlInterval few =
        new ControlInterval(new HopWaitSummary(LowLimit.LEAST_SAMPLES - 1, 1_000_000), true, true);

    assertThat(after(100, few, new LowLimit(8)).requests()).isEqualTo(8);
    assertThat(
            after(100, new ControlInterval(HopWaitSummary.NONE, true, true), new LowLimit(8))
                .requests())
        .isEqualTo(8);
  }

  @Test
  void longWaitsWithoutLowRequestsChangeNothing() {
    assertThat(after(100, interval(10_000, false, false), new LowLimit(8)).requests()).isEqualTo(8);
  }

  @Test
  void aLimitThatHoldsNothingDoesNotRise() {
    assertThat(after(100, interval(100, true, false), new LowLimit(8)).requests()).isEqualTo(8);
  }

  @Test
  void aLowerUpperEndHoldsAtOnce() {
    LimitRules fewer = new LimitRules(4, 250);
    ControlInterval quiet = new ControlInterval(HopWaitSummary.NONE, false, false);

    assertThat(new LowLimit(40).next(quiet, fewer).whole()).isEqualTo(4);
    assertThat(new LowLimit(40).next(GOOD, fewer).whole()).isEqualTo(4);
  }

  @Test
  void noSeriesOfIntervalsLeavesTheBounds() {
    long seed = 20_261_128;
    Random random = new Random(seed);
    for (int series = 0; series < 1_000; series++) {
      LimitRules rules = new LimitRules(1 + random.nextInt(100), 1 + random.nextInt(1_000));
      LowLimit limit = LowLimit.start(rules);
      for (int step = 0; step < 200; step++) {
        long p95 = random.nextBoolean() ? random.nextInt(2_000) : Long.MAX_VALUE;
        HopWaitSummary waits = new HopWaitSummary(random.nextInt(40), p95);
        ControlInterval interval =
            new ControlInterval(waits, random.nextBoolean(), random.nextBoolean());

        LowLimit next = limit.next(interval, rules);

        assertThat(next.whole()).isBetween(1, rules.most());
        assertThat(next.requests()).isBetween(limit.requests() * 0.59, limit.requests() + 0.25);
        limit = next;
      }
    }
  }

  /** Waits that grow with the number of low requests: the limit must settle and not oscillate. */
  @Test
  void theLimitSettlesWhereTheTargetIsMet() {
    LowLimit limit = LowLimit.start(RULES);
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int step = 0; step < 1_000; step++) {
      limit = limit.next(interval(20L * limit.whole(), true, true), RULES);
      if (step >= 100) {
        least = Math.min(least, limit.whole());
        most = Math.max(most, limit.whole());
      }
    }

    // The target of 250 us is met by 12 requests, and missed by 13.
    assertThat(least).isBetween(11, 12);
    assertThat(most).isBetween(12, 13);
  }

  @Test
  void limitsAndRulesBelowOneAreRejected() {
    assertThatThrownBy(() -> new LowLimit(0.99)).hasMessageContaining("below 1");
    assertThatThrownBy(() -> new LowLimit(Double.NaN)).hasMessageContaining("below 1");
    assertThatThrownBy(() -> new LimitRules(0, 250)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new LimitRules(1, 0)).hasMessageContaining("at least 1");
  }

  private static ControlInterval interval(long p95Micros, boolean lowRan, boolean lowHeld) {
    return new ControlInterval(new HopWaitSummary(100, p95Micros), lowRan, lowHeld);
  }

  private static LowLimit after(int steps, ControlInterval interval, LowLimit from) {
    LowLimit limit = from;
    for (int i = 0; i < steps; i++) {
      limit = limit.next(interval, RULES);
    }
    return limit;
  }
}
