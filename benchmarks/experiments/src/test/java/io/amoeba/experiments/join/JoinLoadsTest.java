package io.amoeba.experiments.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Joins that are started at second 1000, begin at 1020, and end at 1100; seen until 1250. */
class JoinLoadsTest {
  private static final double CPUS = 0.5;

  /** So many reads of 16 KiB a second, and half of the CPUs; sampled every two seconds. */
  private static List<Values> usage(int from, int until, int readsBefore, int readsFrom1020) {
    List<Values> samples = new ArrayList<>();
    for (int at = from; at <= until; at += 2) {
      long reads =
          (long) readsBefore * (at - from) + (long) readsFrom1020 * Math.max(0, at - 1_020);
      samples.add(
          Values.at(
              at,
              Map.of(
                  "cpuNanos",
                  250_000_000L * (at - from),
                  "readOperations",
                  reads,
                  "readBytes",
                  reads << 14,
                  "pageCacheBytes",
                  300L << 20)));
    }
    return samples;
  }

  static JoinSeries stockSeries() {
    return series(
        List.of(usage(900, 1_250, 100, 50), usage(900, 1_250, 200, 50)),
        usage(1_002, 1_250, 0, 64),
        machine());
  }

  private static JoinSeries series(
      List<List<Values>> members, List<Values> joiningNode, List<Values> machine) {
    JoinSeries stock = JoinAnalysisTest.stockSeries();
    return new JoinSeries(
        stock.startedAtSeconds(),
        stock.traffic(),
        stock.joiningNode(),
        members,
        joiningNode,
        machine);
  }

  /** Half busy, a hundredth stolen; work 2 ms, a read takes 3 ms, a write 4 ms. */
  private static List<Values> machine() {
    List<Values> samples = new ArrayList<>();
    for (int at = 900; at <= 1_250; at += 2) {
      samples.add(
          Values.at(
              at,
              Map.of(
                  "ticks",
                  at * 200,
                  "idleTicks",
                  at * 100,
                  "stolenTicks",
                  at * 2,
                  "workNanos",
                  2_000_000,
                  "readOperations",
                  at * 20,
                  "readMillis",
                  at * 60,
                  "writeOperations",
                  at * 10,
                  "writeMillis",
                  at * 40)));
    }
    return samples;
  }

  private static JoinLoads loads(JoinSeries series) {
    return JoinLoads.of(series, 60, CPUS);
  }

  @Test
  void loadsAreRatesOfTheTimesAroundAJoin() {
    JoinLoads loads = loads(stockSeries());

    assertThat(loads.of("membersBefore").get("readsPerSecond")).isCloseTo(150, within(1e-6));
    assertThat(loads.of("membersDuring").get("readsPerSecond")).isCloseTo(200, within(1e-6));
    assertThat(loads.of("membersAfter").get("readsPerSecond")).isCloseTo(200, within(1e-6));
    assertThat(loads.of("joiningNodeDuring").get("readsPerSecond")).isCloseTo(64, within(1e-6));
    assertThat(loads.of("joiningNodeAfter").get("mebibytesPerSecond")).isCloseTo(1, within(1e-6));
    assertThat(loads.membersPageCacheMebibytes()).isCloseTo(300, within(1e-6));
  }

  @Test
  void cpusAreAPartOfTheLimit() {
    JoinLoads loads = loads(stockSeries());

    assertThat(loads.of("membersBefore").get("cpuFraction")).isCloseTo(0.5, within(1e-6));
    assertThat(loads.of("joiningNodeDuring").get("cpuFraction")).isCloseTo(0.5, within(1e-6));
  }

  @Test
  void theMachineIsReportedForTheSameTimes() {
    Values expected =
        new Values(
            Map.of(
                "busyFraction",
                0.5,
                "stolenFraction",
                0.01,
                "workMillis",
                2.0,
                "millisPerRead",
                3.0,
                "millisPerWrite",
                4.0));

    JoinLoads loads = loads(stockSeries());

    assertThat(
            List.of(loads.of("machineBefore"), loads.of("machineDuring"), loads.of("machineAfter")))
        .containsOnly(expected);
  }

  @Test
  void whatWasNotSeenIsNotANumber() {
    JoinLoads loads = loads(series(List.of(), usage(1_002, 1_020, 1, 0), List.of()));

    assertThat(loads.of("membersBefore").get("readsPerSecond")).isNaN();
    assertThat(loads.membersPageCacheMebibytes()).isNaN();
    assertThat(loads.of("joiningNodeDuring").get("cpuFraction")).isNaN();
    assertThat(loads.of("machineDuring").get("busyFraction")).isNaN();
  }
}
