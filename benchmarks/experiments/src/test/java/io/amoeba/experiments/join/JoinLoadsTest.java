package io.amoeba.experiments.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.MachineLoad;
import io.amoeba.experiments.usage.MachineUsage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Joins that are started at second 1000, begin at 1020, and end at 1100; seen until 1250. */
class JoinLoadsTest {
  private static final double CPUS = 0.5;

  /** So many reads of 16 KiB a second, and half of the processors; sampled every two seconds. */
  private static List<ContainerUsage> usage(
      int from, int until, int readsBefore, int readsFrom1020) {
    List<ContainerUsage> samples = new ArrayList<>();
    for (int at = from; at <= until; at += 2) {
      long reads =
          (long) readsBefore * (at - from) + (long) readsFrom1020 * Math.max(0, at - 1_020);
      samples.add(
          new ContainerUsage(
              at,
              250_000_000L * (at - from),
              new ContainerUsage.DiskReads(reads, reads << 14),
              300L << 20));
    }
    return samples;
  }

  static JoinRun.Usage usage() {
    return new JoinRun.Usage(
        List.of(usage(900, 1_250, 100, 50), usage(900, 1_250, 200, 50)),
        usage(1_002, 1_250, 0, 64),
        machine());
  }

  /** Half busy, a hundredth stolen; work 2 ms, a read takes 3 ms, a write 4 ms. */
  private static List<MachineUsage> machine() {
    List<MachineUsage> samples = new ArrayList<>();
    for (int at = 900; at <= 1_250; at += 2) {
      samples.add(
          new MachineUsage(
              at,
              at * 200L,
              at * 100L,
              at * 2L,
              2_000_000,
              new MachineUsage.DiskWork(at * 20L, at * 60L),
              new MachineUsage.DiskWork(at * 10L, at * 40L)));
    }
    return samples;
  }

  private static JoinLoads loads(JoinRun.Usage usage) {
    JoinSeries series = JoinAnalysisTest.stockSeries();
    return JoinLoads.of(usage, series, JoinAnalysis.of(series, 60), 60, CPUS);
  }

  @Test
  void loadsAreRatesOfTheTimesAroundAJoin() {
    JoinLoads loads = loads(usage());

    assertThat(loads.membersBefore().readsPerSecond()).isCloseTo(150, within(1e-6));
    assertThat(loads.membersDuring().readsPerSecond()).isCloseTo(200, within(1e-6));
    assertThat(loads.membersAfter().readsPerSecond()).isCloseTo(200, within(1e-6));
    assertThat(loads.joinerDuring().readsPerSecond()).isCloseTo(64, within(1e-6));
    assertThat(loads.joinerAfter().mebibytesPerSecond()).isCloseTo(1, within(1e-6));
    assertThat(loads.membersPageCacheMebibytes()).isCloseTo(300, within(1e-6));
  }

  @Test
  void processorsAreAPartOfTheLimit() {
    JoinLoads loads = loads(usage());

    assertThat(loads.membersBefore().cpuFraction()).isCloseTo(0.5, within(1e-6));
    assertThat(loads.joinerDuring().cpuFraction()).isCloseTo(0.5, within(1e-6));
  }

  @Test
  void theMachineIsToldForTheSameTimes() {
    MachineLoad expected = new MachineLoad(0.5, 0.01, 2, 3, 4);

    JoinLoads loads = loads(usage());

    assertThat(List.of(loads.machineBefore(), loads.machineDuring(), loads.machineAfter()))
        .containsOnly(expected);
  }

  @Test
  void whatWasNotSeenIsNotANumber() {
    JoinLoads loads = loads(new JoinRun.Usage(List.of(), usage(1_002, 1_020, 1, 0), List.of()));

    assertThat(loads.membersBefore().readsPerSecond()).isNaN();
    assertThat(loads.membersPageCacheMebibytes()).isNaN();
    assertThat(loads.joinerDuring().cpuFraction()).isNaN();
    assertThat(loads.machineDuring().busyFraction()).isNaN();
  }
}
