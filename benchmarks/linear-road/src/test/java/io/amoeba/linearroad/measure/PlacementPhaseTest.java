package io.amoeba.linearroad.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.answers.Latencies;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.answers.TollMinutes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementPhaseTest {
  private static final Figures.Span FEEDING = new Figures.Span(0, 100_000);

  private final LatencySeries tolls = new LatencySeries();

  /** Every half second; half of the requests are local up to a second, then all. */
  private static List<Sample> samples(int alignedFromSecond) {
    List<Sample> samples = new ArrayList<>();
    long local = 0;
    long remote = 0;
    for (int i = 0; i <= 200; i++) {
      boolean aligned = i > 2 * alignedFromSecond;
      local += aligned ? 100 : 50;
      remote += aligned ? 0 : 50;
      samples.add(Samples.of(i * 500L, i, i * 1_000L, local, remote));
    }
    return samples;
  }

  @Test
  void firstTwoSecondsDoNotCount() {
    Latencies.add(tolls, 10, 12, 900, 5_000);
    Latencies.add(tolls, 12, 20, 100, 70);

    List<PlacementPhase> phases =
        PlacementPhase.of(
            List.of(new PlacementLog.Span(Placement.ALIGNED, 10_000, 20_000)),
            samples(12),
            tolls,
            new TollMinutes(),
            FEEDING);

    assertThat(phases)
        .containsExactly(
            new PlacementPhase(
                Placement.ALIGNED, 10_000, 20_000, new Figures(1, 1_600, 2_000, 100, 70, 70, 8)));
  }

  @Test
  void onlyWholeSecondsAreMeasured() {
    Latencies.add(tolls, 0, 30, 10, 70);

    List<PlacementPhase> phases =
        PlacementPhase.of(
            List.of(new PlacementLog.Span(Placement.HASH, 10_300, 16_900)),
            samples(50),
            tolls,
            new TollMinutes(),
            FEEDING);

    Figures phase = phases.get(0).figures();
    assertThat(phase.seconds()).isEqualTo(3);
    assertThat(phase.tollsPerSecond()).isEqualTo(10);
    assertThat(phase.localHitRate()).isEqualTo(0.5);
  }

  @Test
  void tollsOfWholeSimulatedMinutesCountWithTheTimeThatTheyTook() {
    Latencies.add(tolls, 0, 30, 10, 70);
    TollMinutes minutes =
        Latencies.minutes(List.of(11_900L, 13_000L, 15_000L, 19_000L, 20_100L), 600);

    List<PlacementPhase> phases =
        PlacementPhase.of(
            List.of(new PlacementLog.Span(Placement.ALIGNED, 10_000, 20_000)),
            samples(0),
            tolls,
            minutes,
            FEEDING);

    Figures phase = phases.get(0).figures();
    assertThat(phase.seconds()).isEqualTo(6);
    assertThat(phase.tollsPerSecond()).isEqualTo(200);
  }

  @Test
  void secondsAreMeasuredWhereSimulatedMinutesAreFew() {
    Latencies.add(tolls, 0, 30, 10, 70);
    TollMinutes minutes = Latencies.minutes(List.of(13_000L, 16_900L), 600);

    Figures phase =
        PlacementPhase.of(
                List.of(new PlacementLog.Span(Placement.HASH, 10_000, 20_000)),
                samples(50),
                tolls,
                minutes,
                FEEDING)
            .get(0)
            .figures();

    assertThat(phase.seconds()).isEqualTo(8);
    assertThat(phase.tollsPerSecond()).isEqualTo(10);
  }

  @Test
  void shortPhasesAreLeftOut() {
    assertThat(
            PlacementPhase.of(
                List.of(
                    new PlacementLog.Span(Placement.HASH, 10_000, 14_900),
                    new PlacementLog.Span(Placement.ALIGNED, 20_000, 25_000)),
                samples(0),
                tolls,
                new TollMinutes(),
                FEEDING))
        .extracting(PlacementPhase::beginMillis)
        .containsExactly(20_000L);
  }

  @Test
  void phasesEndWithTheFeeding() {
    assertThat(
            PlacementPhase.of(
                List.of(
                    new PlacementLog.Span(Placement.HASH, 1_000, 10_000),
                    new PlacementLog.Span(Placement.ALIGNED, 11_000, 30_000),
                    new PlacementLog.Span(Placement.HASH, 31_000, 60_000)),
                samples(0),
                tolls,
                new TollMinutes(),
                new Figures.Span(2_000, 20_000)))
        .extracting(phase -> phase.figures().seconds())
        .containsExactly(6.0, 7.0);
  }

  @Test
  void staleCountersAreNoSamples() {
    List<Sample> samples = new ArrayList<>(samples(10));
    samples.add(21, Samples.stale(10_400, 20, 20_500, 0, 0));
    Latencies.add(tolls, 0, 30, 10, 70);

    Figures phase =
        PlacementPhase.of(
                List.of(new PlacementLog.Span(Placement.ALIGNED, 8_300, 15_000)),
                samples,
                tolls,
                new TollMinutes(),
                FEEDING)
            .get(0)
            .figures();

    assertThat(phase.localHitRate()).isEqualTo(1);
  }
}
