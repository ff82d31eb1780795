package io.amoeba.linearroad.answers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatencySeriesTest {
  @Test
  void spansTakeWholeSecondsOnly() {
    LatencySeries series = new LatencySeries();
    series.add(1_500, 10);
    series.add(2_000, 20);
    series.add(2_999, 30);
    series.add(3_000, 40);

    LatencySeries.Percentiles span = series.between(1_600, 3_400);

    assertThat(span.count()).isEqualTo(2);
    assertThat(span.max()).isEqualTo(30);
    assertThat(series.since(0).count()).isEqualTo(4);
    assertThat(series.ofSecond(3).p50()).isEqualTo(40);
    assertThat(series.lastFullSecond()).isEqualTo(2);
  }

  @Test
  void onlySecondsWithinASpanCount() {
    assertThat(LatencySeries.wholeSeconds(1_600, 3_400)).isEqualTo(1);
    assertThat(LatencySeries.wholeSeconds(1_000, 3_000)).isEqualTo(2);
    assertThat(LatencySeries.wholeSeconds(1_600, 1_700)).isZero();
    assertThat(LatencySeries.wholeSeconds(3_000, 1_000)).isZero();
  }

  @Test
  void nothingHasNoCount() {
    assertThat(new LatencySeries().since(0).count()).isZero();
    assertThat(new LatencySeries().lastFullSecond()).isEqualTo(-1);
  }
}
