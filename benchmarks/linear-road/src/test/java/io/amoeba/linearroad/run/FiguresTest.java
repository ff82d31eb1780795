package io.amoeba.linearroad.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.observe.Requests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private static final List<Sample> SAMPLES =
      List.of(
          new Sample(1_000, 1, 1_000, Map.of("Toll", new Requests(10, 90)), true, 0),
          new Sample(2_000, 3, 3_000, Map.of("Toll", new Requests(20, 180)), true, 0),
          new Sample(3_000, 5, 5_000, Map.of("Toll", new Requests(120, 180)), true, 0),
          new Sample(4_000, 6, 6_000, Map.of("Toll", new Requests(320, 180)), true, 0));

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
            new Sample(1_000, 1, 1_000, Map.of("Toll", new Requests(0, 50)), false, 0),
            new Sample(2_000, 2, 2_000, Map.of("Toll", new Requests(0, 100)), true, 0),
            new Sample(3_000, 3, 3_000, Map.of("Toll", new Requests(80, 120)), true, 0));
    Figures.Span span = new Figures.Span(0, 9_000);

    Figures figures = Figures.of(samples, new LatencySeries(), span, span);

    assertThat(figures.localHitRate()).isEqualTo(0.8);
  }

  @Test
  void whatBusyTaskManagersTellLateIsNoPartOfWhatFollows() {
    List<Sample> samples =
        List.of(
            new Sample(1_000, 1, 1_000, Map.of("Toll", new Requests(0, 50)), true, 7),
            new Sample(3_000, 2, 2_000, Map.of("Toll", new Requests(20, 50)), true, 8),
            new Sample(4_000, 3, 3_000, Map.of("Toll", new Requests(40, 100)), true, 10),
            new Sample(5_000, 4, 4_000, Map.of("Toll", new Requests(90, 100)), true, 11));
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
