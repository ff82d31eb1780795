package io.amoeba.experiments.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineUsageTest {
  private static final List<String> STAT =
      List.of("cpu  100 1 50 800 40 2 3 4 7 0", "cpu0 100 1 50 800 40 2 3 4 7 0", "intr 5 6");
  private static final List<String> DISK_STATS =
      List.of(
          " 254       0 vda 1696 44 9622 7196 2545 1362 5152 703 0 3484 15963 1455 362 374 335 8 13",
          " 254       1 vda1 1 2 3 4 5 6 7 8 9 10 11",
          "   7       0 loop0 1 0 8 1 9 0 72 9 0 8 8");

  private static MachineUsage usage(
      double at,
      long ticks,
      long idle,
      long stolen,
      MachineUsage.DiskWork reads,
      MachineUsage.DiskWork writes) {
    return new MachineUsage(at, ticks, idle, stolen, (long) at * 1_000_000, reads, writes);
  }

  @Test
  void processorsAndTheDiskAreRead() {
    assertThat(MachineUsage.parse(12.5, 77, STAT, DISK_STATS, "vda"))
        .isEqualTo(
            new MachineUsage(
                12.5,
                1_000,
                840,
                4,
                77,
                new MachineUsage.DiskWork(1_696, 7_196),
                new MachineUsage.DiskWork(2_545, 703)));
  }

  @Test
  void aDiskThatIsNotKnownHasDoneNothing() {
    MachineUsage usage = MachineUsage.parse(12.5, 77, STAT, DISK_STATS, "");

    assertThat(usage.ticks()).isEqualTo(1_000);
    assertThat(usage.reads()).isEqualTo(MachineUsage.DiskWork.NONE);
  }

  @Test
  void loadsAreOfTheSamplesWithinATime() {
    List<MachineUsage> samples =
        List.of(
            usage(8, 0, 0, 0, MachineUsage.DiskWork.NONE, MachineUsage.DiskWork.NONE),
            usage(
                10,
                1_000,
                500,
                10,
                new MachineUsage.DiskWork(10, 20),
                new MachineUsage.DiskWork(100, 1_000)),
            usage(
                14,
                1_800,
                700,
                50,
                new MachineUsage.DiskWork(20, 50),
                new MachineUsage.DiskWork(300, 1_500)),
            usage(
                16,
                9_000,
                700,
                9_000,
                new MachineUsage.DiskWork(99, 999),
                new MachineUsage.DiskWork(999, 9_999)));

    MachineLoad load = MachineLoad.between(samples, 9, 15);

    assertThat(load.busyFraction()).isCloseTo(0.75, within(1e-9));
    assertThat(load.stolenFraction()).isCloseTo(0.05, within(1e-9));
    assertThat(load.workMillis()).isCloseTo(12, within(1e-9));
    assertThat(load.millisPerRead()).isCloseTo(3, within(1e-9));
    assertThat(load.millisPerWrite()).isCloseTo(2.5, within(1e-9));
  }

  @Test
  void whatWasNotSeenIsNotANumber() {
    MachineUsage.DiskWork same = new MachineUsage.DiskWork(100, 1_000);
    List<MachineUsage> idle =
        List.of(usage(10, 1_000, 500, 10, same, same), usage(14, 1_800, 1_300, 10, same, same));

    assertThat(MachineLoad.between(idle, 9, 15).busyFraction()).isZero();
    assertThat(MachineLoad.between(idle, 9, 15).millisPerRead()).isNaN();
    assertThat(MachineLoad.between(idle, 12, 15).busyFraction()).isNaN();
    assertThat(MachineLoad.between(List.of(), 0, 15).stolenFraction()).isNaN();
  }
}
