package io.amoeba.experiments.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.usage.MachineLoad;
import io.amoeba.report.Spread;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SizeResultTest {
  private static SizeResult.Phase phase(boolean aligned, double tollsPerSecond, double p50) {
    return new SizeResult.Phase(
        aligned,
        20,
        tollsPerSecond,
        1,
        aligned ? 1 : 0.25,
        p50,
        10 * p50,
        MachineLoad.UNKNOWN,
        Map.of());
  }

  static SizeResult result(int nodes, SizeResult.Phase... phases) {
    return result(nodes, StandIns.NONE, phases);
  }

  static SizeResult result(int nodes, StandIns standIns, SizeResult.Phase... phases) {
    return new SizeResult(
        nodes, standIns, new RedisPing.NetworkTimes(23, 290, "netem"), List.of(phases), 1_000, 0);
  }

  @Test
  void ratiosAreThoseOfNeighbours() {
    SizeResult result =
        result(
            4,
            phase(false, 100, 800),
            phase(true, 300, 80),
            phase(false, 200, 800),
            phase(true, 400, 160),
            phase(true, 9_999, 1),
            phase(false, 100, 10));

    assertThat(result.pairs()).hasSize(4);
    assertThat(result.throughputRatio().median()).isEqualTo(2.5);
    assertThat(result.throughputRatio().least()).isEqualTo(1.5);
    assertThat(result.throughputRatio().greatest()).isCloseTo(99.99, within(0.001));
    assertThat(result.latencyRatioP50().median()).isEqualTo(0.1);
  }

  @Test
  void throughputOfANodeIsItsShareOfTheMedian() {
    SizeResult result = result(4, phase(true, 100, 1), phase(true, 300, 1), phase(true, 200, 1));

    assertThat(new Placed(result, true).tollsPerSecondAndNode()).isEqualTo(50);
    assertThat(new Placed(result, false).tollsPerSecondAndNode()).isNaN();
  }

  @Test
  void spreadOfNothingIsUnknown() {
    assertThat(Spread.of(List.of()).median()).isNaN();
    assertThat(Spread.of(List.of(1.0, Double.NaN, 3.0)).median()).isEqualTo(2);
    assertThat(Spread.of(List.of(1.0, 3.0)).relative()).isEqualTo(1);
  }
}
