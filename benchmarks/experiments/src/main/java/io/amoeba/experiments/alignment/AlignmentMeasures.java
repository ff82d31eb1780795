package io.amoeba.experiments.alignment;

import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import java.util.List;

/** Figures of placements, and the dissertation's results. Stateless. */
final class AlignmentMeasures {
  private static final String TOLLS = "tollsPerSecond";
  private static final String LATENCY = "tollLatencyP50Micros";

  static final Measure<SizeResult.Placement> PER_NODE =
      Measure.whole("tollsPerSecondAndNode", "per node", "", AlignmentMeasures::perNode);

  static final Measure<SizeResult.Placement> LOCAL =
      Measure.<SizeResult.Placement>percent(
              "localHitRate", "local-hit rate", placed -> placed.median("localHitRate"))
          .target(Goal.atLeast(0.99).orFail(), Measure.EXACT, "");

  static final Measure<SizeResult.Placement> BUSY =
      Measure.percent("machineBusy", "machine busy", placed -> placed.machine("busyFraction"));

  static final Measure<SizeResult.Placement> WORK =
      Measure.decimals(
          2, "workMillis", "calibration loop", "ms", placed -> placed.machine("workMillis"));

  /** The columns of the table. */
  static final List<Measure<SizeResult.Placement>> SHOWN =
      List.of(
          median(TOLLS, "tolls", "/s"),
          PER_NODE,
          median(LATENCY, "p50", "us"),
          median("tollLatencyP99Micros", "p99", "us"),
          LOCAL,
          Measure.percent(
              "spread",
              "noise",
              placed -> placed.of(phase -> phase.figures().get(TOLLS)).relative()));

  static final Measure<SizeResult.Pair> THROUGHPUT_RATIO =
      Measure.<SizeResult.Pair>ratio(
              "throughputRatio", "throughput ratio", pair -> pair.ratio(TOLLS))
          .target(Goal.atLeast(2), Measure.UNKNOWN_NOISE, "above x2, up to x2.6 (5.4.2)");

  static final Measure<SizeResult.Pair> LATENCY_RATIO =
      Measure.<SizeResult.Pair>ratio("latencyRatioP50", "p50 ratio", pair -> pair.ratio(LATENCY))
          .target(Goal.atMost(0.44), Measure.UNKNOWN_NOISE, "x0.44, one partition (5.4.2)");

  /** Neighbouring phases, aligned over random. */
  static final List<Measure<SizeResult.Pair>> OF_PAIRS = List.of(THROUGHPUT_RATIO, LATENCY_RATIO);

  static final Measure<SizeResult> MISMATCHES =
      Measure.<SizeResult>whole("mismatches", "wrong answers", "", SizeResult::mismatches)
          .target(Goal.exactly(0).orFail(), Measure.EXACT, "");

  /** The smallest and the largest cluster with one placement. */
  record Growth(SizeResult.Placement smallest, SizeResult.Placement largest) {
    double change() {
      return perNode(largest) / perNode(smallest) - 1;
    }
  }

  /** Phases of one placement differed by as much as its noise. */
  static final Measure<Growth> GROWTH =
      Measure.percent(
              "changePerNode",
              "throughput of a node, change from the smallest to the largest cluster",
              Growth::change)
          .target(Goal.atLeast(-0.1), 0.11, "");

  private AlignmentMeasures() {}

  private static double perNode(SizeResult.Placement placed) {
    return placed.median(TOLLS) / placed.result().nodes();
  }

  private static Measure<SizeResult.Placement> median(String name, String title, String unit) {
    return Measure.whole(name, title, unit, placed -> placed.median(name));
  }
}
