package io.amoeba.linearroad.report;

import io.amoeba.linearroad.measure.PlacementPhase;
import io.amoeba.linearroad.measure.Rates;
import io.amoeba.report.Measure;
import java.util.List;

/** The figures of a part of a run: table, JSON and page take them from here. Stateless. */
final class RunMeasures {
  static final Measure<Rates> LOCAL =
      Measure.percent("localHitRate", "local requests to Redis", Rates::localHitRate);

  static final Measure<Rates> REPORTS =
      Measure.whole("recordsPerSecond", "position reports per second", "", Rates::recordsPerSecond);

  /** Time that crossings spent in operator Toll. */
  static final List<Measure<Rates>> LATENCIES =
      List.of(
          Measure.whole(
              "tollLatencyP50Micros",
              "Toll latency p50, microseconds",
              "",
              Rates::tollLatencyP50Micros),
          Measure.whole(
              "tollLatencyP99Micros",
              "Toll latency p99, microseconds",
              "",
              Rates::tollLatencyP99Micros));

  static final Measure<PlacementPhase> TOLLS =
      Measure.whole("tollsPerSecond", "tolls per second", "", PlacementPhase::tollsPerSecond);

  /** Those of every part of a run. */
  static final List<Measure<Rates>> ALL =
      List.of(LOCAL, REPORTS, LATENCIES.get(0), LATENCIES.get(1));

  private RunMeasures() {}
}
