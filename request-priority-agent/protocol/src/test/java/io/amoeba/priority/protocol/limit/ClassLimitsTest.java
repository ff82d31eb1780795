package io.amoeba.priority.protocol.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClassLimitsTest {

  private static final LimitRules RULES = new LimitRules(64, 250);
  private static final OptionalInt HUNDRED = OptionalInt.of(100);

  @Test
  void normalRequestsAreNotLimitedWhileTheLowClassCanGiveWay() {
    ClassLimits limits = ClassLimits.start(RULES);
    while (limits.low().whole() > 1) {
      limits = limits.next(interval(10_000, true), false, HUNDRED, RULES);
      assertThat(limits.normal().isNone()).isTrue();
    }

    limits = limits.next(interval(10_000, true), false, HUNDRED, RULES);

    assertThat(limits.normal().whole()).isEqualTo(60);
  }

  @Test
  void normalRequestsAreLimitedWhereNoLowOneRuns() {
    ClassLimits limits = ClassLimits.start(RULES).next(interval(500, false), false, HUNDRED, RULES);

    assertThat(limits.normal().whole()).isEqualTo(60);
    assertThat(limits.low().whole()).isEqualTo(64);
  }

  @Test
  void aFixedLowLimitIsTheLeastOfTheLowClass() {
    ClassLimits limits = ClassLimits.start(RULES).next(interval(500, true), true, HUNDRED, RULES);

    assertThat(limits.normal().whole()).isEqualTo(60);
    assertThat(limits.low().whole()).isEqualTo(64);
  }

  @Test
  void normalRequestsAreNeverLimitedWhereThatIsSwitchedOff() {
    ClassLimits limits =
        after(100, interval(100_000, false), OptionalInt.empty(), ClassLimits.start(RULES));

    assertThat(limits.normal().isNone()).isTrue();
  }

  @Test
  void fewNormalRequestsAreNotTheCause() {
    ClassLimits limits =
        after(
            100,
            interval(100_000, false),
            OptionalInt.of(NormalLimit.LEAST - 1),
            ClassLimits.start(RULES));

    assertThat(limits.normal().isNone()).isTrue();
  }

  @Test
  void theLimitIsNeverBelowTheLeast() {
    ClassLimits limits = after(100, interval(100_000, false), HUNDRED, ClassLimits.start(RULES));

    assertThat(limits.normal().whole()).isEqualTo(NormalLimit.LEAST);
  }

  @Test
  void theLowClassComesBackAfterTheNormalOne() {
    ClassLimits limits = new ClassLimits(new LowLimit(1), new NormalLimit(NormalLimit.LEAST));
    int steps = NormalLimit.NO_LIMIT - NormalLimit.LEAST;

    limits = after(steps - 1, interval(100, true), HUNDRED, limits);
    assertThat(limits.normal().isNone()).isFalse();
    assertThat(limits.low().whole()).isEqualTo(1);

    limits = after(5, interval(100, true), HUNDRED, limits);
    assertThat(limits.normal().isNone()).isTrue();
    assertThat(limits.low().whole()).isEqualTo(2);
  }

  @Test
  void withoutEnoughHighTasksTheLimitIsLiftedAtOnce() {
    ClassLimits limits = new ClassLimits(new LowLimit(1), new NormalLimit(NormalLimit.LEAST));
    HopWaitSummary few = new HopWaitSummary(LowLimit.LEAST_SAMPLES - 1, 100_000);

    limits = limits.next(new ControlInterval(few, true, true), false, HUNDRED, RULES);

    assertThat(limits.normal().isNone()).isTrue();
  }

  /** Waits that grow with the number of normal requests: the limit settles, and does not swing. */
  @Test
  void theLimitSettlesWhereTheTargetIsMet() {
    ClassLimits limits = ClassLimits.start(RULES);
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int step = 0; step < 1_000; step++) {
      int running = limits.normal().whole();
      limits = limits.next(interval(10L * running, true), true, OptionalInt.of(running), RULES);
      if (step >= 100) {
        least = Math.min(least, limits.normal().whole());
        most = Math.max(most, limits.normal().whole());
      }
    }

    // The target of 250 us is met by 25 requests, and missed by 26.
    assertThat(least).isBetween(24, 25);
    assertThat(most).isBetween(25, 26);
  }

  @Test
  void noSeriesOfIntervalsLeavesTheBounds() {
    Random random = new Random(20_261_129);
    for (int series = 0; series < 1_000; series++) {
      LimitRules rules = new LimitRules(1 + random.nextInt(100), 1 + random.nextInt(1_000));
      ClassLimits limits = ClassLimits.start(rules);
      for (int step = 0; step < 200; step++) {
        HopWaitSummary waits =
            new HopWaitSummary(
                random.nextInt(60), random.nextBoolean() ? random.nextInt(2_000) : Long.MAX_VALUE);
        ControlInterval interval =
            new ControlInterval(waits, random.nextBoolean(), random.nextBoolean());
        boolean fixed = random.nextInt(10) == 0;

        ClassLimits next = limits.next(interval, fixed, OptionalInt.of(random.nextInt(300)), rules);

        assertThat(next.normal().whole()).isBetween(NormalLimit.LEAST, NormalLimit.NO_LIMIT);
        assertThat(next.low().whole()).isBetween(1, rules.most());
        // One class at a time: what falls first is the low one, what rises first the normal one.
        if (!fixed && !next.normal().isNone()) {
          assertThat(next.low().requests()).isLessThanOrEqualTo(limits.low().requests());
        }
        limits = next;
      }
    }
  }

  @Test
  void limitsOutsideOfTheBoundsAreRejected() {
    assertThatThrownBy(() -> new NormalLimit(7.9)).hasMessageContaining("8 … 128");
    assertThatThrownBy(() -> new NormalLimit(129)).hasMessageContaining("8 … 128");
    assertThatThrownBy(() -> new NormalLimit(Double.NaN)).hasMessageContaining("8 … 128");
  }

  private static ControlInterval interval(long p95Micros, boolean low) {
    return new ControlInterval(new HopWaitSummary(100, p95Micros), low, low);
  }

  private static ClassLimits after(
      int steps, ControlInterval interval, OptionalInt normalRunning, ClassLimits from) {
    ClassLimits limits = from;
    for (int i = 0; i < steps; i++) {
      limits = limits.next(interval, false, normalRunning, RULES);
    }
    return limits;
  }
}
