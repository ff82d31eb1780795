package io.amoeba.experiments.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.probe.ReceivedBytes.Plan;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReceivedBytesTest {
  private final ReceivedBytes bytes = new ReceivedBytes();

  @Test
  void filesThatAreNotCompleteCount() {
    assertThat(bytes.count(Map.of())).isZero();
    assertThat(bytes.count(Map.of("a", new Plan(10, 100), "b", new Plan(5, 50)))).isEqualTo(15);
  }

  @Test
  void plansThatHaveEndedCountWhole() {
    bytes.count(Map.of("a", new Plan(90, 100), "b", new Plan(5, 50)));

    assertThat(bytes.count(Map.of("b", new Plan(20, 50)))).isEqualTo(120);
    assertThat(bytes.count(Map.of("c", new Plan(1, 7)))).isEqualTo(151);
    assertThat(bytes.count(Map.of())).isEqualTo(157);
  }

  @Test
  void sendersThatAreCompleteAndNoLongerListedCountWhole() {
    bytes.count(Map.of("a", new Plan(250, 300)));

    assertThat(bytes.count(Map.of("a", new Plan(160, 200)))).isEqualTo(260);
    assertThat(bytes.count(Map.of("a", new Plan(95, 100)))).isEqualTo(295);
    assertThat(bytes.count(Map.of())).isEqualTo(300);
  }
}
