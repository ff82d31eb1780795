package io.amoeba.experiments.hints;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.CacheProbe;
import io.amoeba.experiments.usage.ContainerUsage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calculates the cost of moving reads from time series. A pure function of its input. */
final class HintAnalysis {
  /** Throughput has recovered at this part of the throughput before. */
  static final double RECOVERED = 0.95;

  /** Long enough for noise of single seconds to cancel out. */
  static final int WINDOW_SECONDS = 10;

  private static final double LAST_PART = 0.25;
  private static final double WHOLE = 100;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double BYTES_PER_MEBIBYTE = 1 << 20;

  private HintAnalysis() {}

  /** The loss of throughput against another one, in percent; below 0: a gain. */
  static double lessPercent(double ops, double otherOps) {
    return (1 - ops / otherOps) * WHOLE;
  }

  /**
   * Analyses a run. Rates are 0 … 1; NaN is not known, for example because no read hints were sent.
   *
   * @throws IllegalArgumentException if there was no traffic before the reads moved, or none after
   */
  static Values of(HintRun.Series series) {
    double from = series.fromSeconds();
    double to = series.toSeconds();
    double moved = series.movedAtSeconds();
    double until = series.traffic().stream().mapToDouble(s -> s.second() + 1).max().orElse(0);
    double last = until - (until - moved) * LAST_PART;
    TrafficMeans before = TrafficMeans.within(series.traffic(), from, to);
    TrafficMeans first = TrafficMeans.within(series.traffic(), moved, moved + WINDOW_SECONDS);
    if (before.operations() == 0 || first.seconds().isEmpty()) {
      throw new IllegalArgumentException(
          "there was no traffic %s the reads moved"
              .formatted(before.operations() == 0 ? "before" : "after"));
    }
    double recovery = recovery(series, before.opsPerSecond(), until);
    Values serving = Values.counted(series.serving(), from, to);
    Values receiver = Values.counted(series.receiver(), from, to);

    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("opsBefore", before.opsPerSecond());
    figures.put("opsAfterFirst10s", first.opsPerSecond());
    figures.put("opsLast", TrafficMeans.within(series.traffic(), last, until).opsPerSecond());
    figures.put("missBefore", CacheProbe.missRate(serving));
    figures.put("missAfterFirst10s", missRate(series, moved, moved + WINDOW_SECONDS));
    figures.put("missLast", missRate(series, last, until));
    // Until throughput is back, or else until the end of the measurement.
    figures.put("recoverySeconds", Double.isNaN(recovery) ? until - moved : recovery);
    figures.put("recovered", Double.isNaN(recovery) ? 0.0 : 1.0);
    figures.put("meanMillisBefore", before.millis(TrafficSecond::meanMillis));
    figures.put("meanMillisAfterFirst10s", first.millis(TrafficSecond::meanMillis));
    figures.put("p99MillisBefore", before.millis(TrafficSecond::p99Millis));
    figures.put("p99MillisAfterFirst10s", first.millis(TrafficSecond::p99Millis));
    figures.put(
        "servingMillisPerOperation",
        serving.ratio("cpuNanos", "atSeconds") / NANOS_PER_MILLI / before.opsPerSecond());
    figures.put("receiverCpus", ContainerUsage.cpus(receiver));
    figures.put(
        "receiverReadsPerSecond", series.receiverReads().get("readOperations") / (to - from));
    figures.put(
        "receiverMebibytesPerSecond",
        series.receiverReads().get("readBytes") / BYTES_PER_MEBIBYTE / (to - from));
    figures.put("bytesPerHint", serving.ratio("sentBytes", "sent"));
    // Reads that needed no hint of their own, with batches every 90 ms and every second.
    figures.put("summarisedShort", 1 - serving.ratio("distinct", "captured"));
    figures.put(
        "summarisedLong",
        1 - Values.counted(series.receiver(), moved, until).ratio("distinct", "captured"));
    // On both nodes, since their start.
    figures.put("hintsDropped", dropped(series.serving()) + dropped(series.receiver()));
    figures.put("failedOps", (double) TrafficMeans.within(series.traffic(), from, until).failed());
    return new Values(figures);
  }

  private static double missRate(HintRun.Series series, double from, double to) {
    return CacheProbe.missRate(Values.counted(series.receiver(), from, to));
  }

  /** From the move to the start of the first window that is good enough; NaN: there is none. */
  private static double recovery(HintRun.Series series, double opsBefore, double until) {
    double moved = series.movedAtSeconds();
    // Seconds of the clock: the one in which the reads moved has operations of both nodes.
    for (double at = Math.ceil(moved); at + WINDOW_SECONDS <= until; at++) {
      double ops = TrafficMeans.within(series.traffic(), at, at + WINDOW_SECONDS).opsPerSecond();
      if (ops >= RECOVERED * opsBefore) {
        return Math.floor(at - moved);
      }
    }
    return Double.NaN;
  }

  private static double dropped(List<Values> samples) {
    return samples.isEmpty() ? 0 : samples.get(samples.size() - 1).get("dropped");
  }
}
