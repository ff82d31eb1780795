package io.amoeba.linearroad.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlacementLogTest {
  private final PlacementLog log = new PlacementLog();

  @Test
  void spansLieBetweenObservationsOfThePlacement() {
    log.saw(null, 0, 10);
    log.saw(Placement.HASH, 500, 510);
    log.saw(Placement.HASH, 1_000, 1_010);
    log.saw(Placement.HASH, 1_500, 1_510);
    log.saw(null, 2_000, 2_010);
    log.saw(Placement.ALIGNED, 2_500, 2_510);
    log.saw(Placement.ALIGNED, 3_000, 3_010);

    assertThat(log.spans())
        .containsExactly(
            new PlacementLog.Span(Placement.HASH, 510, 1_500),
            new PlacementLog.Span(Placement.ALIGNED, 2_510, 3_000));
  }

  @Test
  void unobservedChangeEndsTheSpan() {
    log.saw(Placement.HASH, 0, 10);
    log.saw(Placement.HASH, 500, 510);
    log.saw(Placement.ALIGNED, 1_000, 1_010);

    assertThat(log.spans())
        .containsExactly(
            new PlacementLog.Span(Placement.HASH, 10, 500),
            new PlacementLog.Span(Placement.ALIGNED, 1_010, 1_010));
  }

  @Test
  void longTimeWithoutAnObservationBelongsToNoSpan() {
    log.saw(Placement.HASH, 0, 10);
    log.saw(Placement.HASH, 500, 510);
    log.saw(Placement.HASH, 9_000, 9_010);

    assertThat(log.spans())
        .containsExactly(
            new PlacementLog.Span(Placement.HASH, 10, 500),
            new PlacementLog.Span(Placement.HASH, 9_010, 9_010));
  }
}
