package io.amoeba.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.report.Claim.Verdict;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimTest {
  private static final Measure<Double> RATIO =
      Measure.ratio("throughputRatio", "throughput", value -> value);

  private static Claim claim(Goal goal, double noise, Double... values) {
    return Claim.of("mode", RATIO.target(goal, noise, "x2.9"), Arrays.asList(values));
  }

  @Test
  void aSingleMeasurementIsJudgedWithTheNoiseOfItsMeasure() {
    assertThat(claim(Goal.atLeast(1), 0.05, 1.05).verdict()).isEqualTo(Verdict.REACHED);
    assertThat(claim(Goal.atLeast(1), 0.05, 1.04).verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(claim(Goal.atLeast(1), 0.05, 0.96).verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(claim(Goal.atLeast(1), 0.05, 0.94).verdict()).isEqualTo(Verdict.MISSED);
  }

  @Test
  void fewMeasurementsReachFromTheLeastToTheGreatest() {
    assertThat(claim(Goal.atMost(2), 0.1, 1.5, 1.9).verdict()).isEqualTo(Verdict.REACHED);
    assertThat(claim(Goal.atMost(2), 0.1, 1.5, 1.95).verdict()).isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void sixMeasurementsAreJudgedByTheirMedianWhateverTheNoiseOfTheMeasure() {
    Double[] values = {1.1, 1.1, 1.2, 1.2, 1.3, 1.3};

    assertThat(claim(Goal.atLeast(1), Measure.UNKNOWN_NOISE, values).verdict())
        .isEqualTo(Verdict.REACHED);
    assertThat(claim(Goal.atLeast(1.25), Measure.UNKNOWN_NOISE, values).verdict())
        .isEqualTo(Verdict.UNDECIDED);
    assertThat(claim(Goal.atMost(1), 10, values).verdict()).isEqualTo(Verdict.MISSED);
  }

  @Test
  void nothingIsDecidedWhereTheNoiseIsNotKnown() {
    Claim claim = claim(Goal.atLeast(1), Measure.UNKNOWN_NOISE, 7.0, 7.0);

    assertThat(claim.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(claim.statement()).contains("x7.00 (too few measurements to know the noise)");
  }

  @Test
  void anExactCountMissesItsGoalByASingleMeasurement() {
    assertThat(claim(Goal.exactly(0), Measure.EXACT, 0.0, 0.0).verdict())
        .isEqualTo(Verdict.REACHED);
    assertThat(claim(Goal.exactly(0), Measure.EXACT, 0., 0., 0., 0., 0., 0., 1.).verdict())
        .isEqualTo(Verdict.MISSED);
  }

  @Test
  void whatWasNotMeasuredIsUndecidedAndFailsWhereItIsRequired() {
    assertThat(claim(Goal.exactly(0), Measure.EXACT, Double.NaN).verdict())
        .isEqualTo(Verdict.UNDECIDED);
    assertThat(claim(Goal.exactly(0), Measure.EXACT, Double.NaN).fails()).isFalse();
    assertThat(claim(Goal.exactly(0).orFail(), Measure.EXACT, Double.NaN).fails()).isTrue();
    assertThat(claim(Goal.exactly(0).orFail(), Measure.EXACT, 0.0).fails()).isFalse();
  }

  @Test
  void aRatioToABaselineOfZeroIsUndecided() {
    Claim claim = claim(Goal.atMost(0.61), 0.1, Double.POSITIVE_INFINITY);

    assertThat(claim.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(claim.statement()).contains("(its baseline is 0), goal");
    assertThat(claim(Goal.atMost(0.61), 0.1, 0.5, Double.POSITIVE_INFINITY).verdict())
        .isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void theStatementHasFigureNoiseGoalAndPaper() {
    Claim claim = claim(Goal.between(1, 2), 0.05, 1.5);

    assertThat(claim.statement())
        .isEqualTo("mode: throughput x1.50 (x1.45 to x1.55), goal x1.00 to x2.00; paper: x2.9");
    assertThat(Claim.lines(List.of(claim))).startsWith("  reached    mode: throughput x1.50");
    assertThat(claim.evidence()).isNotNull();
    assertThat(ReportJson.tree(claim).path("evidence").path("value").asDouble()).isEqualTo(1.5);
    assertThat(ReportJson.tree(claim).path("verdict").asText()).isEqualTo("reached");
  }

  @Test
  void aMeasureWithoutTargetIsNotJudged() {
    assertThatThrownBy(() -> Claim.of("mode", RATIO, List.of(1.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("throughputRatio has no target");
  }

  @Test
  void aStatementWithoutAMeasurementIsUndecidedAndFails() {
    Claim claim = Claim.stated("the node was warm at once", false, false);

    assertThat(claim.verdict()).isEqualTo(Claim.Verdict.UNDECIDED);
    assertThat(claim.fails()).isTrue();
    assertThat(Claim.stated("it was", true, false).verdict()).isEqualTo(Claim.Verdict.MISSED);
    assertThat(Claim.stated("it was", true, true).fails()).isFalse();
  }
}
