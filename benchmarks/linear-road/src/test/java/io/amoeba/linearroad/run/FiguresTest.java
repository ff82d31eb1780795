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
          new Sample(1_000, 1, 1_000, Map.of("Toll", new Requests(10, 90)), true),
          new Sample(2_000, 3, 3_000, Map.of("Toll", new Requests(20, 180)), true),
          new Sample(3_000, 5, 5_000, Map.of("Toll", new Requests(120, 180)), true),
          new Sample(4_000, 6, 6_000, Map.of("Toll", new Requests(320, 180)), true));

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
            new Sample(1_000, 1, 1_000, Map.of("Toll", new Requests(0, 50)), false),
            new Sample(2_000, 2, 2_000, Map.of("Toll", new Requests(0, 100)), true),
            new Sample(3_000, 3, 3_000, Map.of("Toll", new Requests(80, 120)), true));
    Figures.Span span = new Figures.Span(0, 9_000);

    Figures figures = Figures.of(samples, new LatencySeries(), span, span);

    assertThat(figures.localHitRate()).isEqualTo(0.8);
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
