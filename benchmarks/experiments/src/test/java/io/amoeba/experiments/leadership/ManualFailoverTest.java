package io.amoeba.experiments.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ManualFailoverTest {
  @Test
  void aPromotedServerRestsForFourNodeTimeouts() {
    assertThat(ManualFailover.rest(15_000)).isEqualTo(Duration.ofSeconds(61));
    assertThat(ManualFailover.rest(500)).as("4 s at least").isEqualTo(Duration.ofSeconds(5));
  }
}
