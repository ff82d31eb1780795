package io.amoeba.freshreads.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HedgeSettingsTest {
  private static final long MILLI = 1_000_000;

  @Test
  void theHedgeFollowsTheUsualLatencyBetween1And50Milliseconds() {
    HedgeSettings settings = new HedgeSettings(null);

    assertThat(settings.afterNanos(MILLI / 10)).isEqualTo(2 * MILLI);
    assertThat(settings.afterNanos(1_000)).isEqualTo(MILLI);
    assertThat(settings.afterNanos(30 * MILLI)).isEqualTo(50 * MILLI);
    assertThat(settings.afterNanos(0)).isEqualTo(50 * MILLI);
  }

  @Test
  void aConfiguredTimeCountsWhateverTheLatency() {
    HedgeSettings settings = new HedgeSettings(Duration.ofMillis(7));

    assertThat(settings.afterNanos(30 * MILLI)).isEqualTo(7 * MILLI);
  }

  @Test
  void aReplicaIsGivenUpAfterTheBoundButASecondAtMost() {
    HedgeSettings settings = new HedgeSettings(null);

    assertThat(settings.giveUpNanos(100 * MILLI)).isEqualTo(100 * MILLI);
    assertThat(settings.giveUpNanos(60_000 * MILLI)).isEqualTo(1_000 * MILLI);
  }
}
