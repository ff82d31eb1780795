package io.amoeba.coordinator.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.coordinator.plan.PlanGain;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanOutcomeTest {

  private static final double NAN = Double.NaN;

  @ParameterizedTest
  @CsvSource({
    "0.30, 100, 0.99, 120, WORTH_IT",
    "0.30, 100, 0.66, 100, WORTH_IT",
    "0.30, 100, 0.60, 100, NOT_WORTH_IT",
    "0.30, 100, 0.99,  90, NOT_WORTH_IT",
    "1.00, 100, 0.80, 100, NOT_WORTH_IT",
    "0.30, NaN, 0.99, 100, WORTH_IT",
    "NaN,  100, 0.99, 100, UNKNOWN",
    "0.30, 100, NaN,  100, UNKNOWN",
  })
  void verdictFollowsTheLocalHitRateUnlessThroughputFell(
      double before, double rateBefore, double after, double rateAfter, String verdict) {
    PlanOutcome outcome =
        PlanOutcome.of(
            new PlanGain.LocalShare(before, true, 1.0),
            new Performance(before, rateBefore),
            new Performance(after, rateAfter));

    assertThat(outcome.verdict()).hasToString(verdict);
  }

  @Test
  void performanceIsTheMeanOfTheSamples() {
    Map<String, List<RateSample>> samples =
        Map.of(
            "Toll",
            List.of(new RateSample(2_000, 0.4, 10), new RateSample(3_000, NAN, 30)),
            "Account",
            List.of(new RateSample(2_500, 0.8, 5)));

    Performance both = Performance.of(samples, List.of("Toll", "Account"));

    assertThat(both.localHitRate()).isCloseTo(0.6, within(1e-9));
    assertThat(both.recordsPerSecond()).isEqualTo(25);
    assertThat(Performance.of(samples, List.of("Toll", "Other")).recordsPerSecond()).isNaN();
    assertThat(Performance.of(Map.of("Toll", List.of()), List.of("Toll")))
        .isEqualTo(Performance.UNKNOWN);
  }
}
