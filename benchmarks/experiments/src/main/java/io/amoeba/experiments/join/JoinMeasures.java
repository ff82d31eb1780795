package io.amoeba.experiments.join;

import io.amoeba.experiments.usage.MachineLoad;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What is measured of a join, and what the dissertation measured. The noise of a figure is a half
 * of the range of three equal runs of stock or incremental joins with the options of the documented
 * results. Stateless.
 */
final class JoinMeasures {
  static final Measure<JoinFigures> FIRST_QUARTER =
      Measure.<JoinFigures>ratio(
              "firstQuarterRatio", "first quarter", JoinFigures::firstQuarterRatio)
          .target(Goal.atLeast(0.97), 0.03, "x0.975 at its lowest, stock x0.86 (2.3.2)");

  static final Measure<JoinFigures> MEAN =
      Measure.<JoinFigures>ratio(
              "meanDuringJoinRatio", "mean during join", JoinFigures::meanDuringJoinRatio)
          .target(Goal.atLeast(1), 0.03, "");

  static final Measure<JoinFigures> AFTER =
      Measure.ratio("afterRatio", "after", JoinFigures::afterRatio);

  static final Measure<JoinFigures> LOST =
      Measure.whole("lostOps", "lost", "ops", JoinFigures::lostOps);

  static final Measure<JoinFigures> FAILED =
      Measure.<JoinFigures>whole("failedOps", "failed operations", "", JoinFigures::failedOps)
          .target(Goal.exactly(0), Measure.EXACT, "");

  /** The columns of the table. */
  static final List<Measure<JoinFigures>> OF_A_JOIN =
      List.of(
          Measure.whole(
              "baselineOpsPerSecond", "before", "ops/s", JoinFigures::baselineOpsPerSecond),
          FIRST_QUARTER,
          MEAN,
          AFTER,
          Measure.whole("joinSeconds", "join", "s", JoinFigures::joinSeconds),
          Measure.whole("firstServedSeconds", "first served", "s", JoinFigures::firstServedSeconds),
          Measure.whole("sloScoreCount", "SLO violations", "", JoinFigures::sloScoreCount),
          Measure.whole("sloScoreMillis", "SLO excess", "ms", JoinFigures::sloScoreMillis),
          LOST,
          Measure.<JoinFigures>whole(
                  "recoverySeconds", "recovery", "s", JoinFigures::recoverySeconds)
              .openEnded(figures -> !figures.recovered()),
          FAILED);

  /** Those whose medians are shown. */
  static final List<Measure<JoinFigures>> REPEATED = List.of(FIRST_QUARTER, MEAN, AFTER, LOST);

  static final Measure<JoinFigures> FIRST_SERVED =
      Measure.<JoinFigures>percent(
              "firstServedPart",
              "time to the first read that it serves, as a part of the join",
              figures -> figures.firstServedSeconds() / figures.joinSeconds())
          .target(Goal.atMost(0.15), 0.01, "4 of 26 min (2.3.2)");

  /** An incremental join, and a stock one of the same cluster. */
  record Pair(JoinFigures incremental, JoinFigures stock) {
    double ratio(ToDoubleFunction<JoinFigures> figure) {
      return figure.applyAsDouble(incremental) / figure.applyAsDouble(stock);
    }
  }

  /** What an incremental join is compared with a stock one by. */
  static final List<Measure<Pair>> AGAINST_STOCK =
      List.of(
          Measure.<Pair>ratio(
                  "sloViolationsOfStock",
                  "SLO violations over stock's",
                  pair -> pair.ratio(JoinFigures::sloScoreCount))
              .target(Goal.atMost(144.0 / 237), 0.02, "144 of 237 (2.3.3)"),
          Measure.<Pair>ratio(
                  "sloExcessOfStock",
                  "SLO excess over stock's",
                  pair -> pair.ratio(JoinFigures::sloScoreMillis))
              .target(Goal.atMost(1 / 2.6), Measure.UNKNOWN_NOISE, "2.6 times less (2.3.3)"),
          Measure.<Pair>ratio(
                  "lostOpsOfStock",
                  "lost operations over stock's",
                  pair -> pair.ratio(JoinFigures::lostOps))
              .target(Goal.atMost(0.3), 0.11, ""),
          Measure.<Pair>ratio(
                  "joinSecondsOfStock",
                  "length over stock's",
                  pair -> pair.ratio(JoinFigures::joinSeconds))
              .target(Goal.atMost(1.5), 0.1, "26 min over 9 min (2.3.2)"));

  /** Stock joins that the dissertation compares with, by their mode. */
  static final Map<JoinMode, Measure<JoinFigures>> OTHER_JOINS =
      Map.of(
          JoinMode.STOCK_THROTTLED,
          MEAN.target(Goal.between(0.91, 0.97), 0.03, "x0.94 (2.3.2)"),
          JoinMode.SEQUENTIAL_ONLY,
          MEAN.target(Goal.between(0.97, 1.03), 0.03, "x1.0 (2.3.2)"));

  /** What nodes used of their disks and CPUs. */
  static final List<Measure<JoinLoads>> LOADS =
      List.of(
          reads("before", JoinLoads::membersBefore),
          reads("join", JoinLoads::membersDuring),
          reads("after", JoinLoads::membersAfter),
          reads("joining node", JoinLoads::joinerDuring),
          reads("joining after", JoinLoads::joinerAfter),
          cpu("before", JoinLoads::membersBefore),
          cpu("join", JoinLoads::membersDuring),
          cpu("after", JoinLoads::membersAfter),
          cpu("joining node", JoinLoads::joinerDuring),
          cpu("joining after", JoinLoads::joinerAfter),
          Measure.whole(
              "membersPageCacheMebibytes", "cached", "MiB", JoinLoads::membersPageCacheMebibytes));

  /** What the machine did. */
  static final List<Measure<JoinLoads>> MACHINE = machine();

  private JoinMeasures() {}

  private static Measure<JoinLoads> reads(
      String title, Function<JoinLoads, JoinLoads.NodeLoad> node) {
    return Measure.<JoinLoads.NodeLoad>whole(
            "readsPerSecond", "reads " + title, "/s", JoinLoads.NodeLoad::readsPerSecond)
        .within(node);
  }

  private static Measure<JoinLoads> cpu(
      String title, Function<JoinLoads, JoinLoads.NodeLoad> node) {
    return Measure.<JoinLoads.NodeLoad>percent(
            "cpuFraction", "CPU " + title, JoinLoads.NodeLoad::cpuFraction)
        .within(node);
  }

  private static List<Measure<JoinLoads>> machine() {
    List<Measure<JoinLoads>> measures = new ArrayList<>();
    for (Measure<MachineLoad> measure : MachineLoad.MEASURES) {
      measures.add(measure.titled(measure.title() + " before").within(JoinLoads::machineBefore));
      measures.add(measure.titled(measure.title() + " join").within(JoinLoads::machineDuring));
      measures.add(measure.titled(measure.title() + " after").within(JoinLoads::machineAfter));
    }
    return List.copyOf(measures);
  }
}
