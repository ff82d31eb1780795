package io.amoeba.linearroad.answers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TollMinutesTest {
  @Test
  void minutesThatEndInTheSpanCountFromTheEndOfTheFirst() {
    TollMinutes minutes = Latencies.minutes(List.of(1_000L, 3_000L, 6_000L, 8_000L), 60);

    assertThat(minutes.between(2_000, 7_000)).contains(new TollMinutes.Throughput(60, 3_000));
    assertThat(minutes.between(1_000, 8_000)).contains(new TollMinutes.Throughput(180, 7_000));
  }

  @Test
  void oneMinuteHasNoThroughput() {
    TollMinutes minutes = Latencies.minutes(List.of(1_000L, 3_000L, 6_000L), 60);

    assertThat(minutes.between(2_000, 5_999)).isEmpty();
    assertThat(minutes.between(7_000, 9_000)).isEmpty();
    assertThat(new TollMinutes().between(0, 1_000)).isEmpty();
  }

  @Test
  void aMinuteHasNotEndedBeforeTheOneBeforeIt() {
    TollMinutes minutes = Latencies.minutes(List.of(1_000L, 5_000L, 4_000L, 7_000L), 60);

    assertThat(minutes.between(900, 7_000)).contains(new TollMinutes.Throughput(180, 6_000));
    assertThat(minutes.between(900, 4_900)).isEmpty();
  }

  @Test
  void throughputIsPerSecond() {
    assertThat(new TollMinutes.Throughput(300, 1_500).perSecond()).isEqualTo(200);
  }
}
