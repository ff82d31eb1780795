package io.amoeba.streaming.joining;

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
    for (int second = 0; second <= 10; second++) {
      shift.serving(TimeUnit.SECONDS.toNanos(second));
    }

    assertThat(severities).hasSize(11).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(severities.get(0)).isEqualTo(1);
    assertThat(severities.get(5)).isCloseTo(0.5, within(1e-9));
    assertThat(severities.get(10)).isEqualTo(0);
  }

  @Test
  void aNodeThatJoinedIsReadLikeOthersAtOnce() {
    shift.serving(0);
    shift.joined(TimeUnit.SECONDS.toNanos(1));

    assertThat(severities).hasSize(2).last().satisfies(last -> assertThat(last).isLessThan(0.01));
  }

  @Test
  void aNodeIsMeasuredAgainAndAgainUntilItHasBeenAMemberForTheDuration() {
    for (int second = 0; second <= 20; second++) {
      shift.serving(TimeUnit.SECONDS.toNanos(second));
    }
    shift.joined(TimeUnit.SECONDS.toNanos(21));
    for (int second = 21; second <= 60; second++) {
      shift.serving(TimeUnit.SECONDS.toNanos(second));
    }

    assertThat(severities.subList(10, severities.size()))
        .hasSizeBetween(20, 24)
        .allMatch(value -> value < 0.01);
    for (int i = 1; i < severities.size() - 1; i++) {
      // Gossip carries changes only.
      assertThat(severities.get(i)).isNotEqualTo(severities.get(i - 1));
    }
    assertThat(severities).last().isEqualTo(0.0);
    assertThat(shift.isOver()).isTrue();
  }

  @Test
  void aNodeThatNeverServedHasNothingToTakeBack() {
    shift.joined(0);

    assertThat(severities).isEmpty();
    assertThat(shift.isOver()).isTrue();
  }
}
