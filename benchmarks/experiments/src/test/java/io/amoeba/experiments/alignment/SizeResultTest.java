package io.amoeba.experiments.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.Values;
import io.amoeba.report.Spread;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SizeResultTest {
  private static SizeResult.Phase phase(boolean aligned, double tollsPerSecond, double p50) {
    return new SizeResult.Phase(
        aligned,
        new Values(Map.of("tollsPerSecond", tollsPerSecond, "tollLatencyP50Micros", p50)),
        Values.NONE,
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
    Spread throughput = AlignmentMeasures.THROUGHPUT_RATIO.spread(result.pairs());
    assertThat(throughput.median()).isEqualTo(2.5);
    assertThat(throughput.least()).isEqualTo(1.5);
    assertThat(throughput.greatest()).isCloseTo(99.99, within(0.001));
    assertThat(AlignmentMeasures.LATENCY_RATIO.spread(result.pairs()).median()).isEqualTo(0.1);
  }

  @Test
  void throughputOfANodeIsItsShareOfTheMedian() {
    SizeResult result = result(4, phase(true, 100, 1), phase(true, 300, 1), phase(true, 200, 1));

    assertThat(AlignmentMeasures.PER_NODE.figure().applyAsDouble(result.aligned())).isEqualTo(50);
    assertThat(AlignmentMeasures.PER_NODE.figure().applyAsDouble(result.random())).isNaN();
  }

  @Test
  void spreadOfNothingIsUnknown() {
    assertThat(Spread.of(List.of()).median()).isNaN();
    assertThat(Spread.of(List.of(1.0, Double.NaN, 3.0)).median()).isEqualTo(2);
    assertThat(Spread.of(List.of(1.0, 3.0)).relative()).isEqualTo(1);
  }
}
