package io.amoeba.experiments.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.containers.engine.ContainerException;
import org.junit.jupiter.api.Test;

class RedisPingTest {
  @Test
  void medianOfTheLastLineIsTaken() {
    String csv =
        """
        "test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms"
        "PING_MBULK","3399.05","0.291","0.272","0.295","0.311"
        """;

    assertThat(RedisPing.micros(csv)).isCloseTo(295, within(0.001));
  }

  @Test
  void otherOutputIsReported() {
    assertThatThrownBy(() -> RedisPing.micros("Could not connect"))
        .isInstanceOf(ContainerException.class)
        .hasMessageContaining("Could not connect");
  }
}
