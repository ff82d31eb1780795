package io.amoeba.experiments.join;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.usage.MachineUsage;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Figures of a join, and the dissertation's results. The noise of a figure is half of the range of
 * three equal runs of stock or incremental joins with the options of the documented results.
 * Stateless.
 */
final class JoinMeasures {
  static final Measure<Values> FIRST_QUARTER =
      Values.ratioOf("firstQuarterRatio", "first quarter")
          .target(Goal.atLeast(0.97), 0.03, "x0.975 at its lowest, stock x0.86 (2.3.2)");

  static final Measure<Values> MEAN =
      Values.ratioOf("meanDuringJoinRatio", "mean during join").target(Goal.atLeast(1), 0.03, "");

  private static final Measure<Values> AFTER = Values.ratioOf("afterRatio", "after");
  private static final Measure<Values> LOST = Values.whole("lostOps", "lost", "ops");

  static final Measure<Values> FAILED =
      Values.whole("failedOps", "failed operations", "").target(Goal.exactly(0), Measure.EXACT, "");

  /** The columns of the table. */
  static final List<Measure<JoinRun>> OF_A_JOIN =
      ofRuns(
          Values.whole("baselineOpsPerSecond", "before", "ops/s"),
          FIRST_QUARTER,
          MEAN,
          AFTER,
          Values.whole("joinSeconds", "join", "s"),
          Values.whole("firstServedSeconds", "first served", "s"),
          Values.whole("sloScoreCount", "SLO violations", ""),
          Values.whole("sloScoreMillis", "SLO excess", "ms"),
          LOST,
          Values.whole("recoverySeconds", "recovery", "s")
              .openEnded(figures -> figures.get("recovered") == 0),
          FAILED);

  /** Figures whose medians are shown. */
  static final List<Measure<JoinRun>> REPEATED = ofRuns(FIRST_QUARTER, MEAN, AFTER, LOST);

  static final Measure<Values> FIRST_SERVED =
      Measure.<Values>percent(
              "firstServedPart",
              "time to the first read that it serves, as a part of the join",
              figures -> figures.ratio("firstServedSeconds", "joinSeconds"))
          .target(Goal.atMost(0.15), 0.01, "4 of 26 min (2.3.2)");

  /** An incremental join, and a stock one of the same repeat. */
  record Pair(Values incremental, Values stock) {
    static Measure<Pair> ratio(String name, String title, String figure) {
      return Measure.ratio(
          name, title, pair -> pair.incremental.get(figure) / pair.stock.get(figure));
    }
  }

  static final List<Measure<Pair>> AGAINST_STOCK =
      List.of(
          Pair.ratio("sloViolationsOfStock", "SLO violations over stock's", "sloScoreCount")
              .target(Goal.atMost(144.0 / 237), 0.02, "144 of 237 (2.3.3)"),
          Pair.ratio("sloExcessOfStock", "SLO excess over stock's", "sloScoreMillis")
              .target(Goal.atMost(1 / 2.6), Measure.UNKNOWN_NOISE, "2.6 times less (2.3.3)"),
          Pair.ratio("lostOpsOfStock", "lost operations over stock's", "lostOps")
              .target(Goal.atMost(0.3), 0.11, ""),
          Pair.ratio("joinSecondsOfStock", "length over stock's", "joinSeconds")
              .target(Goal.atMost(1.5), 0.1, "26 min over 9 min (2.3.2)"));

  /** What a pace is judged by. */
  record Goals(List<Measure<Values>> own, List<Measure<Pair>> againstStock) {}

  private static final Measure<Values> SERVED_EARLY =
      FIRST_SERVED.target(Goal.atMost(0.08), 0.01, "");

  /** The paces, by their mode: what each is for, and nobody else's goals. */
  static final Map<JoinMode, Goals> PACES =
      Map.of(
          JoinMode.PACE_CLIENTS,
          new Goals(
              List.of(FIRST_QUARTER, MEAN.target(Goal.atLeast(1.05), 0.03, ""), SERVED_EARLY),
              List.of(
                  Pair.ratio("lostOpsOfStock", "lost operations over stock's", "lostOps")
                      .target(Goal.atMost(0.1), 0.11, ""))),
          JoinMode.PACE_TIME,
          new Goals(
              List.of(SERVED_EARLY),
              List.of(
                  Pair.ratio("joinSecondsOfStock", "length over stock's", "joinSeconds")
                      .target(Goal.atMost(1), 0.1, ""),
                  Pair.ratio("lostOpsOfStock", "lost operations over stock's", "lostOps")
                      .target(Goal.atMost(0.35), 0.11, ""))));

  /** Other joins of the dissertation, by their mode. */
  static final Map<JoinMode, Measure<Values>> OTHER_JOINS =
      Map.of(
          JoinMode.STOCK_THROTTLED,
          MEAN.target(Goal.between(0.91, 0.97), 0.03, "x0.94 (2.3.2)"),
          JoinMode.SEQUENTIAL_ONLY,
          MEAN.target(Goal.between(0.97, 1.03), 0.03, "x1.0 (2.3.2)"));

  /** Names and titles of periods of nodes' loads. */
  private static final String[][] NODES = {
    {"membersBefore", "before"},
    {"membersDuring", "join"},
    {"membersAfter", "after"},
    {"joiningNodeDuring", "joining node"},
    {"joiningNodeAfter", "joining after"}
  };

  private static final String[][] MACHINES = {
    {"machineBefore", "before"}, {"machineDuring", "join"}, {"machineAfter", "after"}
  };

  /** The disks and CPUs of nodes. */
  static final List<Measure<JoinRun>> LOADS =
      Stream.of(
              loads(Values.whole("readsPerSecond", "reads", "/s"), NODES),
              loads(Values.percent("cpuFraction", "CPU"), NODES),
              Stream.of(
                  Measure.<JoinRun>whole(
                      "membersPageCacheMebibytes",
                      "cached",
                      "MiB",
                      run -> run.loads().membersPageCacheMebibytes())))
          .flatMap(measures -> measures)
          .toList();

  static final List<Measure<JoinRun>> MACHINE =
      MachineUsage.MEASURES.stream().flatMap(measure -> loads(measure, MACHINES)).toList();

  private JoinMeasures() {}

  private static Stream<Measure<JoinRun>> loads(Measure<Values> measure, String[][] periods) {
    return Stream.of(periods)
        .map(
            period ->
                measure
                    .titled(measure.title() + " " + period[1])
                    .within(run -> run.loads().of(period[0])));
  }

  @SafeVarargs
  private static List<Measure<JoinRun>> ofRuns(Measure<Values>... measures) {
    return Stream.of(measures).map(measure -> measure.within(JoinRun::figures)).toList();
  }
}
