package io.amoeba.linearroad.report;

import io.amoeba.linearroad.measure.Figures;
import io.amoeba.report.Measure;
import java.util.List;

/** The figures of a part of a run: table, JSON and page take them from here. Stateless. */
final class RunMeasures {
  static final Measure<Figures> LOCAL =
      Measure.percent("localHitRate", "local requests to Redis", Figures::localHitRate);

  static final Measure<Figures> REPORTS =
      Measure.whole(
          "recordsPerSecond", "position reports per second", "", Figures::recordsPerSecond);

  static final Measure<Figures> TOLLS =
      Measure.whole("tollsPerSecond", "tolls per second", "", Figures::tollsPerSecond);

  /** Time that crossings spent in operator Toll. */
  static final Measure<Figures> P50 =
      Measure.whole(
          "tollLatencyP50Micros",
          "Toll latency p50, microseconds",
          "",
          Figures::tollLatencyP50Micros);

  static final Measure<Figures> P99 =
      Measure.whole(
          "tollLatencyP99Micros",
          "Toll latency p99, microseconds",
          "",
          Figures::tollLatencyP99Micros);

  /** Those of every part of a run. */
  static final List<Measure<Figures>> ALL = List.of(LOCAL, REPORTS, P50, P99);

  private RunMeasures() {}
}
