package io.amoeba.experiments.hints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.TrafficSecond;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CaptureCostTest {
  private static final Offset<Double> EXACT = within(1e-9);
  private static final int PHASE = 10;
  private static final int PAIRS = 3;

  /** Within a second. */
  private static final long SENDER_NANOS = 300_000;

  private static final long MESSAGING_NANOS_ON = 700_000;
  private static final long MESSAGING_NANOS_OFF = 200_000;

  private static Values capture(int at, int on) {
    return Values.at(at, Map.of("capturing", on));
  }

  /** Off, on, off, on, off, on, off. */
  private static List<Values> switches() {
    List<Values> switches = new ArrayList<>();
    for (int phase = 0; phase < 2 * PAIRS + 1; phase++) {
      switches.add(capture(phase * PHASE, phase % 2));
    }
    switches.add(capture((2 * PAIRS + 1) * PHASE, 1));
    return switches;
  }

  /** In each phase so many operations a second; the second after each switch has none. */
  private static List<TrafficSecond> traffic(long... ops) {
    List<TrafficSecond> traffic = new ArrayList<>();
    for (int second = 0; second < ops.length * PHASE; second++) {
      traffic.add(HintSeriesExamples.second(second, second % PHASE == 0 ? 0 : ops[second / PHASE]));
    }
    return traffic;
  }

  /** In each phase so many milliseconds of a CPU a second. */
  private static List<Values> samples(long... millis) {
    List<Values> samples = new ArrayList<>();
    long nanos = 0;
    long sender = 0;
    long messaging = 0;
    for (int second = 0; second <= millis.length * PHASE; second++) {
      samples.add(
          Values.at(
              second,
              Map.of("cpuNanos", nanos, "senderCpuNanos", sender, "messagingCpuNanos", messaging)));
      if (second < millis.length * PHASE) {
        int phase = second / PHASE;
        nanos += millis[phase] * 1_000_000;
        sender += phase % 2 == 1 ? SENDER_NANOS : 0;
        messaging += phase % 2 == 1 ? MESSAGING_NANOS_ON : MESSAGING_NANOS_OFF;
      }
    }
    return samples;
  }

  @Test
  void sendingIsTheSendersTimeAndWhatMessagesTakeMore() {
    CaptureCost cost =
        CaptureCost.of(
            switches(),
            traffic(1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000),
            samples(100, 100, 100, 200, 100, 100, 100));

    // Of 100 ms a second 0.3 ms are the sender's; messages take 0.7 with hints, and 0.2 without.
    assertThat(cost.sending().median()).isEqualTo(0.8, EXACT);
    assertThat(cost.sending().least()).isEqualTo(0.3, EXACT);
  }

  @Test
  void eachTimeOnIsComparedWithBothOfItsNeighbours() {
    // It gets faster all the time, and each time on has 1, 2, and 4 % less than between.
    CaptureCost cost =
        CaptureCost.of(
            switches(),
            traffic(900, 990, 1_100, 1_176, 1_300, 1_344, 1_500),
            samples(90, 99, 110, 117, 130, 134, 150));

    assertThat(cost.throughput().median()).isEqualTo(2, EXACT);
    assertThat(cost.throughput().least()).isEqualTo(1, EXACT);
    assertThat(cost.throughput().greatest()).isEqualTo(4, EXACT);
  }

  @Test
  void cpuTimeIsThatOfAnOperation() {
    // 100 µs without, 103 µs with, whatever throughput is.
    CaptureCost cost =
        CaptureCost.of(
            switches(),
            traffic(1_000, 1_000, 1_000, 2_000, 1_000, 1_000, 1_000),
            samples(100, 103, 100, 206, 100, 103, 100));

    assertThat(cost.cpu().median()).isEqualTo(3, EXACT);
    assertThat(cost.cpu().greatest()).isEqualTo(3, EXACT);
    assertThat(cost.throughput().least()).isEqualTo(-100, EXACT);
  }

  @Test
  void whatWasNotSeenIsNotJudged() {
    List<TrafficSecond> endsEarly = traffic(1_000, 990, 1_000);

    assertThat(CaptureCost.of(switches(), endsEarly, samples(100, 100, 100)).throughput().median())
        .isEqualTo(1, EXACT);
    assertThat(CaptureCost.of(switches(), endsEarly, List.of()).throughput().median()).isNaN();
    assertThat(CaptureCost.of(List.of(), endsEarly, samples(100)).cpu().median()).isNaN();
  }
}
