package io.amoeba.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.ServerInfo.Elections;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ElectionsTest {
  @Test
  void aPromotedServerRestsForFourNodeTimeouts() {
    assertThat(Elections.rest(Duration.ofMillis(15_000))).isEqualTo(Duration.ofSeconds(61));
    assertThat(Elections.rest(Duration.ofMillis(500)))
        .as("4 s at least")
        .isEqualTo(Duration.ofSeconds(5));
  }
}
