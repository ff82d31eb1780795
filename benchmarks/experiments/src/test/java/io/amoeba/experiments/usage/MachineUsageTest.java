package io.amoeba.experiments.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.Values;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineUsageTest {
  private static final List<String> STAT =
      List.of("cpu  100 1 50 800 40 2 3 4 7 0", "cpu0 100 1 50 800 40 2 3 4 7 0", "intr 5 6");
  private static final List<String> DISK_STATS =
      List.of(
          " 254       0 vda 1696 44 9622 7196 2545 1362 5152 703 0 3484 15963 1455 362 374 335 8 13",
          " 254       1 vda1 1 2 3 4 5 6 7 8 9 10 11",
          "   7       0 loop0 1 0 8 1 9 0 72 9 0 8 8");

  private static Values usage(double at, int ticks, int idle, int stolen, int... disk) {
    return Values.at(
        at,
        Map.of(
            "ticks",
            ticks,
            "idleTicks",
            idle,
            "stolenTicks",
            stolen,
            "workNanos",
            at * 1_000_000,
            "readOperations",
            disk[0],
            "readMillis",
            disk[1],
            "writeOperations",
            disk[2],
            "writeMillis",
            disk[3]));
  }

  @Test
  void cpusAndTheDiskAreRead() {
    assertThat(MachineUsage.parse(12.5, 77, STAT, DISK_STATS, "vda"))
        .isEqualTo(
            Values.at(
                12.5,
                Map.of(
                    "ticks", 1_000,
                    "idleTicks", 840,
                    "stolenTicks", 4,
                    "workNanos", 77,
                    "readOperations", 1_696,
                    "readMillis", 7_196,
                    "writeOperations", 2_545,
                    "writeMillis", 703)));
  }

  @Test
  void aDiskThatIsNotKnownHasDoneNothing() {
    Values usage = MachineUsage.parse(12.5, 77, STAT, DISK_STATS, "");

    assertThat(usage.get("ticks")).isEqualTo(1_000);
    assertThat(usage.get("readOperations")).isZero();
    assertThat(usage.get("readMillis")).isZero();
  }

  @Test
  void loadsAreOfTheSamplesWithinATime() {
    List<Values> samples =
        List.of(
            usage(8, 0, 0, 0, 0, 0, 0, 0),
            usage(10, 1_000, 500, 10, 10, 20, 100, 1_000),
            usage(14, 1_800, 700, 50, 20, 50, 300, 1_500),
            usage(16, 9_000, 700, 9_000, 99, 999, 999, 9_999));

    Values load = MachineUsage.load(samples, 9, 15);

    assertThat(load.get("busyFraction")).isCloseTo(0.75, within(1e-9));
    assertThat(load.get("stolenFraction")).isCloseTo(0.05, within(1e-9));
    assertThat(load.get("workMillis")).isCloseTo(12, within(1e-9));
    assertThat(load.get("millisPerRead")).isCloseTo(3, within(1e-9));
    assertThat(load.get("millisPerWrite")).isCloseTo(2.5, within(1e-9));
  }

  @Test
  void whatWasNotSeenIsNotANumber() {
    List<Values> idle =
        List.of(
            usage(10, 1_000, 500, 10, 100, 1_000, 100, 1_000),
            usage(14, 1_800, 1_300, 10, 100, 1_000, 100, 1_000));

    assertThat(MachineUsage.load(idle, 9, 15).get("busyFraction")).isZero();
    assertThat(MachineUsage.load(idle, 9, 15).get("millisPerRead")).isNaN();
    assertThat(MachineUsage.load(idle, 12, 15).get("busyFraction")).isNaN();
    assertThat(MachineUsage.load(List.of(), 0, 15).get("stolenFraction")).isNaN();
  }
}
