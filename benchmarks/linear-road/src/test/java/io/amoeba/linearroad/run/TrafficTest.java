package io.amoeba.linearroad.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.generator.TrafficGenerator;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.input.InputRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficTest {
  private static final Duration DURATION = Duration.ofMinutes(10);

  @Test
  void steadyTrafficBeginsAtSecondZeroWithItsFleet() {
    Traffic.Generated traffic = new Traffic.Generated(TrafficMode.STEADY, 2, 1_000, 7, DURATION);

    assertThat(traffic.firstSecond()).isZero();
    assertThat(traffic.config().vehiclesPerExpressway()).isEqualTo(1_000);
    assertThat(traffic.stateMegabytes()).isLessThan(2);
  }

  @Test
  void specifiedTrafficHasTheWholeFleetOnTheRoadFromItsFirstSecondOn() {
    Traffic.Generated traffic =
        new Traffic.Generated(TrafficMode.SPECIFICATION, 1, 3_000, 7, DURATION);
    TrafficGenerator source = TrafficGenerator.of(traffic.config());
    List<InputRecord> reports = new ArrayList<>();

    assertThat(source.nextSecond(reports::add)).isEqualTo(traffic.firstSecond());
    for (int second = 1; second < 30; second++) {
      source.nextSecond(reports::add);
    }

    reports.removeIf(record -> record.type() != InputRecord.POSITION_REPORT);
    assertThat(reports).hasSizeBetween(3_000, 3_300);
    assertThat(source.hasNextSecond()).isTrue();
  }

  @Test
  void stateOfManyVehiclesGetsMemory() {
    assertThat(
            new Traffic.Generated(TrafficMode.SPECIFICATION, 10, 51_000, 7, DURATION)
                .stateMegabytes())
        .isBetween(400, 800);
  }
}
