package io.amoeba.streaming.protocol.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures of a sender that cannot be true, as {@link LoadReportCodec} lets them pass. */
class LyingSendersTest {

  private static final double[] ABSURD = {0, 1e-3, 1, 999, 999_999.999};
  private static final long LOWEST = 200_000;

  private final PaceController controller = new PaceController(0);
  private long nowMillis;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whateverItSaysTheJoinEndsAndTheRateIsOne(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      SenderFigures figures =
          LoadReportCodec.decode(
                  LoadReportCodec.encode(
                      LoadReport.of(
                          new SenderFigures(any(random), any(random), any(random), any(random)))))
              .figures();

      assertThat(says(figures)).isBetween(LOWEST, 4L << 30);
    }
  }

  /** After a while its former lies are forgotten. */
  @ParameterizedTest
  @CsvSource({"1, 999999, 0, 999999", "0, 0, 999999, 0"})
  void aSenderThatHasLiedIsBelievedAgain(
      double cpu, double latency, double answered, double share) {
    for (int i = 0; i < 600; i++) {
      says(figures(cpu, latency, answered, share));
    }
    for (int i = 0; i < 600; i++) {
      says(figures(0.97, 1.8, 0.6, 0.3));
    }
    assertThat(controller.rate().bytesPerSec()).isLessThan(4 * LOWEST);

    for (int i = 0; i < 600; i++) {
      says(figures(0.2, 0.5, 0.5, 0.01));
    }
    assertThat(controller.rate().bytesPerSec()).isGreaterThan(50L << 20);
  }

  private long says(SenderFigures figures) {
    nowMillis += 2_000;
    PaceSample sample =
        new PaceSample(
            figures.cpu(),
            figures.latency(),
            figures.answered(),
            figures.joinShare(),
            OptionalDouble.of(controller.rate().bytesPerSec()),
            OptionalDouble.of(0.5),
            0.1);
    return controller.observe(Optional.of(sample), LOWEST, nowMillis).bytesPerSec();
  }

  private static SenderFigures figures(double cpu, double latency, double answered, double share) {
    return new SenderFigures(
        OptionalDouble.of(cpu),
        OptionalDouble.of(latency),
        OptionalDouble.of(answered),
        OptionalDouble.of(share));
  }

  private static OptionalDouble any(Random random) {
    return random.nextInt(4) == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(ABSURD[random.nextInt(ABSURD.length)]);
  }
}
