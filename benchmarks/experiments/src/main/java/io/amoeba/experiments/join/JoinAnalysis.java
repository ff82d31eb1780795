package io.amoeba.experiments.join;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.NodeSample;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Calculates the cost of a join from its time series. A pure function.
 *
 * <p>The join lasts from the first streamed byte until the node is a full member, which is the time
 * that the dissertation's figures mark and its equations sum over.
 */
final class JoinAnalysis {
  /** The objective, as a multiple of the response time before: 50 ms of 40 in the dissertation. */
  static final double SLO_FACTOR = 1.25;

  /** Interval of the response times, as in figure 2.7. */
  static final int SLO_INTERVAL_SECONDS = 2;

  /** Throughput is above the baseline when its mean over so many seconds is. */
  static final int SMOOTHED_SECONDS = 30;

  /** Deficits are summed in steps so long that noise is not taken for one. */
  static final int LOSS_INTERVAL_SECONDS = 10;

  /** So much of the end of the run is the time after the join. */
  static final int AFTER_SECONDS = 60;

  private static final double BYTES_PER_MEBIBYTE = 1 << 20;

  private final JoinSeries series;
  private final double begin;
  private final double end;

  private JoinAnalysis(JoinSeries series) {
    this.series = series;
    this.end = series.end();
    this.begin = series.begin();
  }

  /**
   * Analyses a join. Times are seconds since its begin, NaN for events that did not happen; ratios
   * are of the throughput before it.
   *
   * @param beforeSeconds length of the baseline, which ends when the joining node starts
   * @throws IllegalArgumentException if the node did not become a full member, or there is no
   *     baseline
   */
  static Values of(JoinSeries series, long beforeSeconds) {
    return new JoinAnalysis(series).figures(beforeSeconds);
  }

  private Values figures(long beforeSeconds) {
    double started = series.startedAtSeconds();
    TrafficMeans before = series.within(started - beforeSeconds, started);
    if (before.operations() == 0) {
      throw new IllegalArgumentException("there was no traffic before the node was started");
    }
    double baseline = before.opsPerSecond();
    double measuredUntil = series.measuredUntil();
    double middle = started - beforeSeconds / 2.0;
    double recovery = recovery(baseline, measuredUntil);
    double lossUntil = Double.isNaN(recovery) ? measuredUntil : begin + recovery;
    double after = Math.max(end, measuredUntil - AFTER_SECONDS);
    NodeSample last = series.joiningNode().get(series.joiningNode().size() - 1);
    double received = last.receivedBytes() / BYTES_PER_MEBIBYTE;
    double lastReceived =
        series.first(node -> node.receivedBytes() == last.receivedBytes()).orElse(end);

    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("beginAtSeconds", begin);
    figures.put("baselineOpsPerSecond", baseline);
    // How much faster its second half was than the first.
    figures.put(
        "baselineDrift", ratio(middle, started, throughput(started - beforeSeconds, middle)) - 1);
    figures.put("firstQuarterRatio", ratio(begin, begin + (end - begin) / 4, baseline));
    figures.put("meanDuringJoinRatio", ratio(begin, end, baseline));
    figures.put("afterRatio", ratio(after, measuredUntil, baseline));
    figures.put("startSeconds", begin - started);
    figures.put("joinSeconds", end - begin);
    figures.put(
        "firstServedSeconds",
        series.first(node -> node.reads() > 0).map(at -> at - begin).orElse(Double.NaN));
    putSlo(figures, before.millis(TrafficSecond::meanMillis));
    figures.put("lostOps", lostOps(baseline, lossUntil));
    // Until throughput stays at or above the baseline, or else until the end of the measurement.
    figures.put("recoverySeconds", lossUntil - begin);
    figures.put("recovered", Double.isNaN(recovery) ? 0.0 : 1.0);
    figures.put("failedOps", (double) series.within(started, measuredUntil).failed());
    figures.put("receivedMebibytes", received);
    figures.put("receivedMebibytesPerSecond", received / (lastReceived - begin));
    return new Values(figures);
  }

  private double throughput(double from, double to) {
    return series.within(from, to).opsPerSecond();
  }

  private double ratio(double from, double to, double of) {
    return throughput(from, to) / of;
  }

  /** Equations 2.1 to 2.3. */
  private void putSlo(Map<String, Double> figures, double baselineMillis) {
    double sloMillis = baselineMillis * SLO_FACTOR;
    int violations = 0;
    double violationMillis = 0;
    for (double at = begin; at < end; at += SLO_INTERVAL_SECONDS) {
      double response = responseMillis(series.within(at, Math.min(end, at + SLO_INTERVAL_SECONDS)));
      if (response > sloMillis) {
        violations++;
        violationMillis += sloMillis - response;
      }
    }
    figures.put("baselineMillis", baselineMillis);
    figures.put("sloMillis", sloMillis);
    figures.put("sloScoreCount", (double) violations);
    figures.put("sloScoreMillis", violationMillis);
  }

  /** Where nothing ended, the response takes as long as the interval. */
  private static double responseMillis(TrafficMeans traffic) {
    double mean = traffic.millis(TrafficSecond::meanMillis);
    return Double.isNaN(mean) ? traffic.seconds().size() * 1_000.0 : mean;
  }

  /** When the last time below the baseline ends; NaN: it lasts to the end. */
  private double recovery(double baseline, double measuredUntil) {
    double recovery = 0;
    boolean below = true;
    for (double at = begin; at + SMOOTHED_SECONDS <= measuredUntil; at++) {
      below = throughput(at, at + SMOOTHED_SECONDS) < baseline;
      if (below) {
        recovery = endOfLastDeficit(at, baseline) - begin;
      }
    }
    return below ? Double.NaN : recovery;
  }

  /** At least one part of a time below the baseline is below it, too. */
  private double endOfLastDeficit(double from, double baseline) {
    double last = from + SMOOTHED_SECONDS;
    while (last > from + LOSS_INTERVAL_SECONDS
        && throughput(last - LOSS_INTERVAL_SECONDS, last) >= baseline) {
      last -= LOSS_INTERVAL_SECONDS;
    }
    return last;
  }

  private double lostOps(double baseline, double until) {
    double lost = 0;
    for (double at = begin; at < until; at += LOSS_INTERVAL_SECONDS) {
      TrafficMeans part = series.within(at, Math.min(until, at + LOSS_INTERVAL_SECONDS));
      if (!part.seconds().isEmpty()) {
        lost += Math.max(0, (baseline - part.opsPerSecond()) * part.seconds().size());
      }
    }
    return lost;
  }
}
