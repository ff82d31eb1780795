package io.amoeba.experiments.hints;

import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.CacheSample;
import java.util.List;

/** From time series to what the move of the reads cost. A pure function of its input. */
final class HintAnalysis {
  /** Throughput is back when it is so much of what it was. */
  static final double RECOVERED = 0.95;

  /** Long enough for noise of single seconds to cancel out. */
  static final int WINDOW_SECONDS = 10;

  private static final double LAST_PART = 0.25;
  private static final double WHOLE = 100;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double BYTES_PER_MEBIBYTE = 1 << 20;

  private final HintSeries series;

  private HintAnalysis(HintSeries series) {
    this.series = series;
  }

  /**
   * Analyses a run.
   *
   * @throws IllegalArgumentException if there was no traffic before the reads moved, or none after
   */
  static HintFigures of(HintSeries series) {
    return new HintAnalysis(series).figures();
  }

  /** How much less one throughput is than another, in percent; below 0: it is more. */
  static double lessPercent(double ops, double otherOps) {
    return (1 - ops / otherOps) * WHOLE;
  }

  private HintFigures figures() {
    double moved = series.movedAtSeconds();
    double until = series.traffic().stream().mapToDouble(s -> s.second() + 1).max().orElse(0);
    double last = until - (until - moved) * LAST_PART;
    TrafficMeans before = traffic(series.fromSeconds(), series.toSeconds());
    TrafficMeans first = traffic(moved, moved + WINDOW_SECONDS);
    if (before.operations() == 0 || first.seconds().isEmpty()) {
      throw new IllegalArgumentException(
          "there was no traffic %s the reads moved"
              .formatted(before.operations() == 0 ? "before" : "after"));
    }
    double recovery = recovery(before.opsPerSecond(), until);
    CacheSample serving =
        CacheSample.counted(series.serving(), series.fromSeconds(), series.toSeconds());
    CacheSample receiver =
        CacheSample.counted(series.receiver(), series.fromSeconds(), series.toSeconds());
    double seconds = series.toSeconds() - series.fromSeconds();
    return new HintFigures(
        before.opsPerSecond(),
        first.opsPerSecond(),
        traffic(last, until).opsPerSecond(),
        serving.missRate(),
        CacheSample.counted(series.receiver(), moved, moved + WINDOW_SECONDS).missRate(),
        CacheSample.counted(series.receiver(), last, until).missRate(),
        Double.isNaN(recovery) ? until - moved : recovery,
        !Double.isNaN(recovery),
        before.millis(TrafficSecond::meanMillis),
        first.millis(TrafficSecond::meanMillis),
        before.millis(TrafficSecond::p99Millis),
        first.millis(TrafficSecond::p99Millis),
        serving.cpuNanos() / NANOS_PER_MILLI / (before.opsPerSecond() * serving.atSeconds()),
        receiver.cpuNanos() / NANOS_PER_SECOND / receiver.atSeconds(),
        series.receiverReads().operations() / seconds,
        series.receiverReads().bytes() / BYTES_PER_MEBIBYTE / seconds,
        serving.bytesPerHint(),
        serving.summarisedAway(),
        CacheSample.counted(series.receiver(), moved, until).summarisedAway(),
        dropped(series.serving()) + dropped(series.receiver()),
        traffic(series.fromSeconds(), until).seconds().stream()
            .mapToLong(TrafficSecond::failed)
            .sum());
  }

  private TrafficMeans traffic(double from, double to) {
    return TrafficMeans.within(series.traffic(), from, to);
  }

  /** From the move to the begin of the first window that is good enough; NaN: there is none. */
  private double recovery(double opsBefore, double until) {
    // Seconds of the clock: the one in which the reads moved has operations of both nodes.
    for (double at = Math.ceil(series.movedAtSeconds()); at + WINDOW_SECONDS <= until; at++) {
      if (traffic(at, at + WINDOW_SECONDS).opsPerSecond() >= RECOVERED * opsBefore) {
        return Math.floor(at - series.movedAtSeconds());
      }
    }
    return Double.NaN;
  }

  private static long dropped(List<CacheSample> samples) {
    return samples.isEmpty() ? 0 : samples.get(samples.size() - 1).dropped();
  }
}
