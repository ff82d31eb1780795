package io.amoeba.experiments.join;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.cassandra.CassandraOptions;
import io.amoeba.report.ReportJson;
import java.util.Map;

/**
 * One join. Immutable.
 *
 * @param streamMebibytesPerSecond limit of each sender
 * @param steadyBaseline whether throughput was steady before, and the dynamic snitch no longer
 *     reflected start-up; otherwise the baseline may be too low
 */
record JoinRun(
    JoinMode mode,
    double streamMebibytesPerSecond,
    boolean steadyBaseline,
    JoinSeries series,
    Values figures,
    JoinLoads loads) {
  static JoinRun of(
      JoinMode mode,
      double streamMebibytesPerSecond,
      boolean steadyBaseline,
      JoinSeries series,
      CassandraOptions options) {
    long before = options.before().toSeconds();
    return new JoinRun(
        mode,
        streamMebibytesPerSecond,
        steadyBaseline,
        series,
        JoinAnalysis.of(series, before),
        JoinLoads.of(series, before, options.sizes().cpus()));
  }

  /**
   * For programs, and for the page's plots, which start with the baseline.
   *
   * @param beforeSeconds length of the baseline
   */
  ObjectNode json(long beforeSeconds) {
    return ReportJson.object(
        Map.of(
            "mode", mode,
            "streamLimitMebibytesPerSecond", streamMebibytesPerSecond,
            "steadyBaseline", steadyBaseline,
            "stepSeconds", series.steps(),
            "membersPageCacheMebibytes", loads.membersPageCacheMebibytes()),
        figures,
        loads.all(),
        series.since(series.startedAtSeconds() - beforeSeconds));
  }
}
