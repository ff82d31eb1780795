package io.amoeba.experiments.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrafficMeansTest {
  private static final int NOW = 60;

  private static boolean steady(int from, IntToLongFunction operations) {
    return TrafficMeans.areSteady(
        IntStream.range(from, NOW)
            .mapToObj(at -> new TrafficSecond(at, operations.applyAsLong(at), 0, 1, 1, 1, 1))
            .toList(),
        NOW,
        20);
  }

  @Test
  void noiseThatCancelsOutIsSteady() {
    assertThat(steady(0, at -> 100 + at % 5 * 10)).isTrue();
  }

  @Test
  void throughputThatRisesOrFallsIsNot() {
    assertThat(steady(0, at -> 100 + at / 5)).isFalse();
    assertThat(steady(0, at -> 100 - at / 5)).isFalse();
  }

  @Test
  void nothingIsSteadyBeforeAllWindowsHaveTraffic() {
    assertThat(steady(21, at -> 100)).isFalse();
    assertThat(steady(60, at -> 100)).isFalse();
  }

  @Test
  void noTrafficIsNotSteady() {
    assertThat(steady(0, at -> 0)).isFalse();
  }
}
