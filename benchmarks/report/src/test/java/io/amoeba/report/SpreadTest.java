package io.amoeba.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void ranksAreFromTheMiddle() {
    // Of 100 values the 41st and the 60th.
    List<Double> values = IntStream.rangeClosed(1, 100).mapToObj(n -> (double) n).toList();

    assertThat(Spread.of(values)).isEqualTo(new Spread(50.5, 1, 100, 41, 60));
    assertThat(Spread.of(values.subList(0, 6))).isEqualTo(new Spread(3.5, 1, 6, 1, 6));
  }

  @Test
  void fewValuesSayNothing() {
    assertThat(Spread.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0, Double.NaN)).isConfident()).isFalse();
  }

  /** Of skewed values around a known median. */
  @Test
  void holdsTheMedianInNinetyFiveOfHundredCases() {
    Random random = new Random(7);
    int cases = 2_000;
    int held = 0;
    for (int n = 0; n < cases; n++) {
      Spread spread =
          Spread.of(
              DoubleStream.generate(() -> Math.exp(random.nextGaussian()))
                  .limit(40)
                  .boxed()
                  .toList());
      held += spread.medianFrom() <= 1 && spread.medianTo() >= 1 ? 1 : 0;
    }
    assertThat((double) held / cases).isBetween(0.93, 0.985);
  }
}
