package io.amoeba.experiments.alignment;

import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import java.util.List;

/** What is measured of placements, and what the dissertation measured. Stateless. */
final class AlignmentMeasures {
  private static final Measure<Placed> TOLLS =
      Measure.whole("tollsPerSecond", "tolls", "/s", Placed::tollsPerSecond);

  private static final Measure<Placed> TOLLS_PER_NODE =
      Measure.whole("tollsPerSecondAndNode", "per node", "", Placed::tollsPerSecondAndNode);

  private static final Measure<Placed> P50 =
      Measure.whole(
          "tollLatencyP50Micros",
          "p50",
          "us",
          placed -> placed.of(SizeResult.Phase::p50Micros).median());

  private static final Measure<Placed> P99 =
      Measure.whole(
          "tollLatencyP99Micros",
          "p99",
          "us",
          placed -> placed.of(SizeResult.Phase::p99Micros).median());

  static final Measure<Placed> LOCAL =
      Measure.percent("localHitRate", "local-hit rate", Placed::localHitRate)
          .target(Goal.atLeast(0.99).orFail(), Measure.EXACT, "");

  static final Measure<Placed> BUSY = Measure.percent("machineBusy", "machine busy", Placed::busy);

  /** The columns of the table. */
  static final List<Measure<Placed>> SHOWN =
      List.of(
          TOLLS,
          TOLLS_PER_NODE,
          P50,
          P99,
          LOCAL,
          Measure.percent(
              "spread", "noise", placed -> placed.of(SizeResult.Phase::tollsPerSecond).relative()));

  static final List<Measure<Placed>> OF_A_PLACEMENT =
      List.of(
          TOLLS,
          TOLLS_PER_NODE,
          P50,
          P99,
          LOCAL,
          BUSY,
          Measure.decimals(2, "workMillis", "calibration loop", "ms", Placed::workMillis));

  static final Measure<SizeResult.Pair> THROUGHPUT =
      Measure.ratio("throughputRatio", "throughput ratio", SizeResult.Pair::throughputRatio)
          .target(Goal.atLeast(2), Measure.UNKNOWN_NOISE, "above x2, up to x2.6 (5.4.2)");

  private static final Measure<SizeResult.Pair> LATENCY =
      Measure.<SizeResult.Pair>ratio(
              "latencyRatioP50", "p50 ratio", SizeResult.Pair::latencyRatioP50)
          .target(Goal.atMost(0.44), Measure.UNKNOWN_NOISE, "x0.44, one partition (5.4.2)");

  /** Neighbouring phases, aligned over random. */
  static final List<Measure<SizeResult.Pair>> OF_PAIRS = List.of(THROUGHPUT, LATENCY);

  static final Measure<SizeResult> MISMATCHES =
      Measure.whole("mismatches", "wrong answers", "", SizeResult::mismatches)
          .target(Goal.exactly(0).orFail(), Measure.EXACT, "");

  /** The smallest and the largest cluster with one placement. */
  record Growth(Placed smallest, Placed largest) {
    double change() {
      return largest.tollsPerSecondAndNode() / smallest.tollsPerSecondAndNode() - 1;
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
}
