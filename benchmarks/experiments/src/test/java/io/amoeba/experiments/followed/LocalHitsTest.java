package io.amoeba.experiments.followed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.linearroad.measure.Sample;
import io.amoeba.linearroad.observe.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalHitsTest {
  private final List<Sample> samples = new ArrayList<>();

  private LocalHitsTest sample(long millis, long local, long remote, long rounds) {
    samples.add(
        new Sample(
            millis, 0, 0, Map.of("Toll", new Requests(local, remote)), /* fresh= */ true, rounds));
    return this;
  }

  private LocalHits hits() {
    return LocalHits.of(samples);
  }

  @Test
  void aPointEndsWhenEveryTaskManagerHasToldItsNumbersAndASecondIsOver() {
    sample(0, 0, 0, 1)
        .sample(500, 50, 0, 2)
        .sample(1_000, 100, 0, 2)
        .sample(1_500, 100, 0, 2)
        .sample(1_600, 150, 50, 3)
        .sample(2_700, 250, 50, 4);

    // At 1.0 s all have told their numbers since 0 s.
    assertThat(hits().points())
        .containsExactly(
            new LocalHits.Point(0, 1_000, 100, 0), new LocalHits.Point(1_000, 2_700, 150, 50));
  }

  @Test
  void theWorstPointAndItsLengthAreThoseOfATime() {
    sample(0, 0, 0, 1)
        .sample(1_000, 100, 0, 2)
        .sample(2_000, 150, 50, 3)
        .sample(3_000, 240, 60, 4)
        .sample(4_000, 340, 60, 5);

    LocalHits all = hits();
    assertThat(all.lowest()).isEqualTo(0.5);
    assertThat(all.rate()).isCloseTo(0.85, within(1e-9));
    assertThat(all.secondsBelow(0.99)).isEqualTo(2);
    assertThat(all.within(2_000, 4_000).lowest()).isEqualTo(0.9);
    assertThat(all.within(3_000, 4_000).lowest()).isEqualTo(1);
    assertThat(all.within(3_500, 3_600).points()).hasSize(1);
    assertThat(all.begunWithin(2_500, 4_000).lowest()).as("not the one from 2 s on").isEqualTo(1);
  }

  @Test
  void theJobIsAlignedAgainWhenItsLastBadPointIsOver() {
    sample(0, 0, 0, 1)
        .sample(1_000, 50, 50, 2)
        .sample(2_000, 150, 50, 3)
        .sample(3_000, 200, 100, 4)
        .sample(4_000, 300, 100, 5);

    assertThat(hits().secondsUntil(0.99, 1_500)).isEqualTo(1.5);
    assertThat(hits().secondsUntil(0.99, 3_000)).as("it is already").isZero();
    assertThat(hits().secondsUntil(0.1, 0)).as("it always was").isZero();
  }

  @Test
  void timesWithoutRequestsSayNothing() {
    sample(0, 10, 0, 1).sample(1_000, 10, 0, 2).sample(2_000, 20, 0, 3);

    assertThat(hits().lowest()).isEqualTo(1);
    assertThat(hits().secondsBelow(0.99)).isZero();
    assertThat(hits().within(0, 500).lowest()).isNaN();
    assertThat(LocalHits.of(List.of()).rate()).isNaN();
  }
}
