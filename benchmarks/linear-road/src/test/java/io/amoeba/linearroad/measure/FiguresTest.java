package io.amoeba.linearroad.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.answers.LatencySeries;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private static final List<Sample> SAMPLES =
      List.of(
          Samples.of(1_000, 1, 1_000, 10, 90),
          Samples.of(2_000, 3, 3_000, 20, 180),
          Samples.of(3_000, 5, 5_000, 120, 180),
          Samples.of(4_000, 6, 6_000, 320, 180));

  @Test
  void differencesOfCountersMakeTheRates() {
    Figures figures =
        Figures.of(
            SAMPLES,
            new LatencySeries(),
            new Figures.Span(0, 3_000),
            new Figures.Span(2_000, 9_000));

    assertThat(figures.localHitRate()).isEqualTo(1);
    assertThat(figures.requests()).isEqualTo(300);
    assertThat(figures.recordsPerSecond()).isEqualTo(2_000);
    assertThat(figures.tollLatencyP50Micros()).isNaN();
  }

  @Test
  void staleCountersAreNoBeginning() {
    List<Sample> samples =
        List.of(
            Samples.stale(1_000, 1, 1_000, 0, 50),
            Samples.of(2_000, 2, 2_000, 0, 100),
            Samples.of(3_000, 3, 3_000, 80, 120));
    Figures.Span span = new Figures.Span(0, 9_000);

    Figures figures = Figures.of(samples, new LatencySeries(), span, span);

    assertThat(figures.localHitRate()).isEqualTo(0.8);
  }

  @Test
  void lateReportsOfBusyTaskManagersDoNotCountInTheNextSpan() {
    List<Sample> samples =
        List.of(
            Samples.of(1_000, 1, 1_000, 0, 50, 7),
            Samples.of(3_000, 2, 2_000, 20, 50, 8),
            Samples.of(4_000, 3, 3_000, 40, 100, 10),
            Samples.of(5_000, 4, 4_000, 90, 100, 11));
    Figures.Span span = new Figures.Span(1_000 + Spans.SETTLE_MILLIS, 9_000);

    assertThat(Figures.of(samples, new LatencySeries(), span, span).localHitRate()).isEqualTo(1);
  }

  @Test
  void spanWithoutSamplesIsUnknown() {
    Figures.Span span = new Figures.Span(3_500, 3_600);

    Figures figures = Figures.of(SAMPLES, new LatencySeries(), span, span);

    assertThat(figures.localHitRate()).isNaN();
    assertThat(figures.recordsPerSecond()).isNaN();
    assertThat(figures.requests()).isZero();
  }
}
