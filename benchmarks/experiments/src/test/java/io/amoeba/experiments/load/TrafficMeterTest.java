package io.amoeba.experiments.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficMeterTest {
  @Test
  void operationsCountInTheSecondInWhichTheyEnded() {
    TrafficMeter meter = new TrafficMeter(100);
    meter.succeeded(100, 2_000);
    meter.succeeded(100, 4_000);
    meter.failed(100);
    meter.succeeded(102, 9_000);

    List<TrafficSecond> seconds = meter.before(103);

    assertThat(seconds).extracting(TrafficSecond::second).containsExactly(100L, 101L, 102L);
    assertThat(seconds).extracting(TrafficSecond::operations).containsExactly(2L, 0L, 1L);
    assertThat(seconds).extracting(TrafficSecond::failed).containsExactly(1L, 0L, 0L);
    assertThat(seconds.get(0).meanMillis()).isCloseTo(3, within(0.01));
    assertThat(seconds.get(0).p99Millis()).isCloseTo(4, within(0.01));
  }

  @Test
  void secondsAreReturnedOnceAndLateOperationsCountInTheNext() {
    TrafficMeter meter = new TrafficMeter(100);
    meter.before(101);

    meter.succeeded(100, 1_000);

    assertThat(meter.before(102)).extracting(TrafficSecond::operations).containsExactly(1L);
    assertThat(meter.before(102)).isEmpty();
  }
}
