package io.amoeba.linearroad.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlternationTest {
  private static PlacementPhase hash(double tolls, double p50) {
    return new PlacementPhase(
        Placement.HASH, 0, 0, new Figures(0.5, 5_000, 1_000, tolls, p50, 900, 5));
  }

  private static PlacementPhase aligned(double tolls, double p50) {
    return new PlacementPhase(
        Placement.ALIGNED, 0, 0, new Figures(1, 5_000, 1_000, tolls, p50, 900, 5));
  }

  @Test
  void eachPhaseIsComparedWithItsNeighbours() {
    Alternation alternation =
        Alternation.of(List.of(hash(100, 80), aligned(150, 40), hash(120, 80), aligned(240, 60)));

    assertThat(alternation.pairs()).isEqualTo(3);
    assertThat(alternation.throughputRatio()).isEqualTo(1.5);
    assertThat(alternation.throughputRatioMin()).isEqualTo(1.25);
    assertThat(alternation.throughputRatioMax()).isEqualTo(2);
    assertThat(alternation.latencyRatioP50()).isEqualTo(0.5);
    assertThat(alternation.localHitRateHash()).isEqualTo(0.5);
    assertThat(alternation.localHitRateAligned()).isEqualTo(1);
  }

  @Test
  void jobThatBecomesWarmerFavoursNoPlacement() {
    List<PlacementPhase> phases = new ArrayList<>();
    for (int i = 0; i < 40; i += 2) {
      phases.add(hash(1_000 + 10 * i, 80));
      phases.add(aligned(1_000 + 10 * (i + 1), 80));
    }
    phases.add(hash(1_400, 80));

    Alternation alternation = Alternation.of(phases);

    assertThat(alternation.pairs()).isEqualTo(40);
    assertThat(alternation.throughputRatio()).isEqualTo(1, within(0.001));
  }

  @Test
  void neighboursOfTheSamePlacementAreNoPair() {
    assertThat(Alternation.of(List.of(hash(100, 80), hash(120, 80), aligned(180, 40))))
        .isEqualTo(new Alternation(1, 1.5, 1.5, 1.5, 0.5, 0.5, 1));
  }

  @Test
  void withoutPhasesNothingIsKnown() {
    Alternation nothing = Alternation.of(List.of());

    assertThat(nothing.pairs()).isZero();
    assertThat(nothing.throughputRatio()).isNaN();
    assertThat(nothing.throughputRatioMin()).isNaN();
    assertThat(nothing.localHitRateAligned()).isNaN();
  }

  @Test
  void unknownPairsDoNotCountInTheMedian() {
    Alternation alternation =
        Alternation.of(
            List.of(hash(0, Double.NaN), aligned(150, 40), hash(100, 80), aligned(110, 80)));

    assertThat(alternation.pairs()).isEqualTo(3);
    assertThat(alternation.throughputRatio()).isEqualTo(1.3, within(0.001));
    assertThat(alternation.latencyRatioP50()).isEqualTo(0.75);
  }
}
