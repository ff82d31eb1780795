package io.amoeba.streaming.protocol.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.join.JoinProgressEstimator.RecentRate;
import org.junit.jupiter.api.Test;

class RecentRateTest {

  private final RecentRate rate = new RecentRate();

  @Test
  void aRateIsUnknownUntilItHasBeenWatchedForAWhile() {
    assertThat(rate.observe(0, 0)).isEmpty();
    assertThat(rate.observe(9_999, 50_000)).isEmpty();
    assertThat(rate.observe(10_000, 50_000)).hasValue(5_000);
  }

  @Test
  void theTimeBeforeTheFirstDataDoesNotCount() {
    for (int second = 0; second <= 60; second++) {
      assertThat(rate.observe(second * 1_000L, 0)).isEmpty();
    }

    for (int second = 61; second < 70; second++) {
      assertThat(rate.observe(second * 1_000L, (second - 60) * 1_000_000L)).isEmpty();
    }
    assertThat(rate.observe(70_000, 10_000_000)).hasValue(1_000_000);
  }

  @Test
  void bytesOfLongAgoDoNotCount() {
    for (int second = 0; second <= 60; second++) {
      rate.observe(second * 1_000L, second * 1_000_000L);
    }
    for (int second = 61; second <= 90; second++) {
      rate.observe(second * 1_000L, 60_000_000);
    }

    assertThat(rate.observe(91_000, 60_000_000)).hasValue(0);
  }

  @Test
  void aRestartedSessionResetsTheRate() {
    rate.observe(0, 0);
    rate.observe(5_000, 5_000_000);

    assertThat(rate.observe(6_000, 1_000)).isEmpty();
    assertThat(rate.observe(15_000, 5_000)).isEmpty();
    assertThat(rate.observe(16_000, 21_000)).hasValue(2_000);
  }
}
