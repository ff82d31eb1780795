package io.amoeba.experiments.hints;

import static io.amoeba.experiments.hints.HintSeriesExamples.sample;
import static io.amoeba.experiments.hints.HintSeriesExamples.second;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.TrafficSecond;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class SteadyCachesTest {
  private static final int REQUESTS = 1_000;

  private static boolean reached(
      int seconds, IntToLongFunction operations, IntToDoubleFunction missRate) {
    List<TrafficSecond> traffic = new ArrayList<>();
    List<Values> samples = new ArrayList<>();
    long misses = 0;
    for (int at = 0; at < seconds; at++) {
      traffic.add(second(at, operations.applyAsLong(at)));
      misses += Math.round(missRate.applyAsDouble(at) * REQUESTS);
      samples.add(sample(at + 1, (long) REQUESTS * (at + 1) - misses, misses));
    }
    return SteadyCaches.reached(traffic, samples);
  }

  @Test
  void nothingIsSteadyBeforeSomeWindowsHaveGoneBy() {
    assertThat(reached(0, at -> 100, at -> 0.3)).isFalse();
    assertThat(reached(55, at -> 100, at -> 0.3)).isFalse();
    assertThat(reached(65, at -> 100, at -> 0.3)).isTrue();
  }

  @Test
  void aMissRateThatFallsIsNotSteady() {
    assertThat(reached(100, at -> 100, at -> 1 - at / 200.0)).isFalse();
  }

  @Test
  void throughputThatGrowsIsNotSteady() {
    assertThat(reached(100, at -> 100 + at, at -> 0.3)).isFalse();
  }

  @Test
  void noiseIsSteady() {
    assertThat(reached(100, at -> 100 + at % 2, at -> 0.3 + at % 2 * 0.01)).isTrue();
  }

  @Test
  void aNodeThatServesNothingIsNotSteady() {
    assertThat(reached(100, at -> 0, at -> 0)).isFalse();
  }
}
