package io.amoeba.experiments.join;

import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.NodeSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * From time series to what a join cost. A pure function of its input.
 *
 * <p>The join lasts from the first streamed byte until the node is a full member; it is that time
 * which the dissertation's figures mark, and over which its equations sum.
 */
final class JoinAnalysis {
  /** The objective, as a multiple of the response time before: 50 ms of 40 in the dissertation. */
  static final double SLO_FACTOR = 1.25;

  /** Interval of the response times, as in figure 2.7. */
  static final int SLO_INTERVAL_SECONDS = 2;

  /** Throughput is above the baseline when the mean of so many seconds is. */
  static final int SMOOTHED_SECONDS = 30;

  /** Deficits are summed in steps so long that noise is not taken for one. */
  static final int LOSS_INTERVAL_SECONDS = 10;

  /** So much of the end of the run is what comes after a join. */
  static final int AFTER_SECONDS = 60;

  private static final double BYTES_PER_MEBIBYTE = 1 << 20;
  private static final double LEAST_STEP = 1e-6;

  private final JoinSeries series;
  private final double begin;
  private final double end;

  private JoinAnalysis(JoinSeries series, double begin, double end) {
    this.series = series;
    this.begin = begin;
    this.end = end;
  }

  /**
   * Analyses a join.
   *
   * @param beforeSeconds how much time before the start of the joining node is the baseline
   * @throws IllegalArgumentException if the node did not become a full member, or nothing was
   *     measured before it joined
   */
  static JoinFigures of(JoinSeries series, long beforeSeconds) {
    double end =
        time(series, NodeSample::joined)
            .orElseThrow(
                () -> new IllegalArgumentException("the node did not become a full member"));
    double begin =
        time(series, sample -> sample.receivedBytes() > 0 || sample.joined()).orElse(end);
    return new JoinAnalysis(series, begin, end).figures(beforeSeconds);
  }

  private static Optional<Double> time(JoinSeries series, Predicate<NodeSample> condition) {
    return series.joiner().stream().filter(condition).findFirst().map(NodeSample::atSeconds);
  }

  private JoinFigures figures(long beforeSeconds) {
    double started = series.startedAtSeconds();
    TrafficMeans before = within(started - beforeSeconds, started);
    if (before.operations() == 0) {
      throw new IllegalArgumentException("there was no traffic before the node was started");
    }
    double baseline = before.opsPerSecond();
    double baselineMillis = before.millis(TrafficSecond::meanMillis);
    double sloMillis = baselineMillis * SLO_FACTOR;
    int violations = 0;
    double violationMillis = 0;
    for (double at = begin; at < end; at += SLO_INTERVAL_SECONDS) {
      double response = responseMillis(within(at, Math.min(end, at + SLO_INTERVAL_SECONDS)));
      if (response > sloMillis) {
        violations++;
        violationMillis += sloMillis - response;
      }
    }
    double measuredUntil = series.measuredUntil();
    double recovery = recovery(baseline, measuredUntil);
    boolean recovered = !Double.isNaN(recovery);
    double lossUntil = recovered ? begin + recovery : measuredUntil;
    NodeSample last = series.joiner().get(series.joiner().size() - 1);
    double received = last.receivedBytes() / BYTES_PER_MEBIBYTE;
    return new JoinFigures(
        begin,
        baseline,
        within(started - beforeSeconds / 2.0, started).opsPerSecond()
                / within(started - beforeSeconds, started - beforeSeconds / 2.0).opsPerSecond()
            - 1,
        baselineMillis,
        sloMillis,
        within(begin, begin + (end - begin) / 4).opsPerSecond() / baseline,
        within(begin, end).opsPerSecond() / baseline,
        within(Math.max(end, measuredUntil - AFTER_SECONDS), measuredUntil).opsPerSecond()
            / baseline,
        begin - started,
        end - begin,
        firstServed(),
        steps(),
        violations,
        violationMillis,
        lostOps(baseline, lossUntil),
        lossUntil - begin,
        recovered,
        within(started, measuredUntil).seconds().stream().mapToLong(TrafficSecond::failed).sum(),
        received,
        received / (lastReceived() - begin));
  }

  private TrafficMeans within(double from, double to) {
    return TrafficMeans.within(series.traffic(), from, to);
  }

  /** Where nothing ended, the response takes as long as was looked. */
  private static double responseMillis(TrafficMeans traffic) {
    double mean = traffic.millis(TrafficSecond::meanMillis);
    return Double.isNaN(mean) ? traffic.seconds().size() * 1_000.0 : mean;
  }

  private double firstServed() {
    return time(series, sample -> sample.reads() > 0).map(at -> at - begin).orElse(Double.NaN);
  }

  private double lastReceived() {
    long all = series.joiner().get(series.joiner().size() - 1).receivedBytes();
    return time(series, sample -> sample.receivedBytes() == all).orElse(end);
  }

  private List<Double> steps() {
    List<Double> steps = new ArrayList<>();
    double owned = 0;
    for (NodeSample sample : series.joiner()) {
      if (sample.ownership() > owned + LEAST_STEP) {
        owned = sample.ownership();
        steps.add(sample.atSeconds() - begin);
      }
    }
    return steps;
  }

  /** When the last time ends that is below the baseline; NaN: it goes on to the end. */
  private double recovery(double baseline, double measuredUntil) {
    double recovery = 0;
    boolean below = true;
    for (double at = begin; at + SMOOTHED_SECONDS <= measuredUntil; at++) {
      below = within(at, at + SMOOTHED_SECONDS).opsPerSecond() < baseline;
      if (below) {
        recovery = endOfLastDeficit(at, baseline) - begin;
      }
    }
    return below ? Double.NaN : recovery;
  }

  /** At least one part of a time below the baseline is below it, too. */
  private double endOfLastDeficit(double from, double baseline) {
    double end = from + SMOOTHED_SECONDS;
    while (end > from + LOSS_INTERVAL_SECONDS
        && within(end - LOSS_INTERVAL_SECONDS, end).opsPerSecond() >= baseline) {
      end -= LOSS_INTERVAL_SECONDS;
    }
    return end;
  }

  private double lostOps(double baseline, double until) {
    double lost = 0;
    for (double at = begin; at < until; at += LOSS_INTERVAL_SECONDS) {
      TrafficMeans part = within(at, Math.min(until, at + LOSS_INTERVAL_SECONDS));
      if (!part.seconds().isEmpty()) {
        lost += Math.max(0, (baseline - part.opsPerSecond()) * part.seconds().size());
      }
    }
    return lost;
  }
}
