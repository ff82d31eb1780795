package io.amoeba.streaming.joiner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadShiftTest {

  private final List<Double> severities = new ArrayList<>();
  private final ReadShift shift = new ReadShift(Duration.ofSeconds(10), severities::add);

  @Test
  void severityFallsFromOneToZeroOverTheDuration() {
    for (int second = 0; second <= 12; second++) {
      shift.serving(TimeUnit.SECONDS.toNanos(second));
    }

    assertThat(severities).hasSize(11).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(severities.get(0)).isEqualTo(1);
    assertThat(severities.get(5)).isCloseTo(0.5, within(1e-9));
    assertThat(severities.get(10)).isEqualTo(0);
  }

  @Test
  void whatIsLeftAtTheEndIsTakenBack() {
    shift.serving(0);
    shift.end();
    shift.end();

    assertThat(severities).containsExactly(1.0, 0.0);
  }

  @Test
  void aNodeThatNeverServedHasNothingToTakeBack() {
    shift.end();

    assertThat(severities).isEmpty();
  }
}
