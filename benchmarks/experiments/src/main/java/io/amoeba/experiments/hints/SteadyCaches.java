package io.amoeba.experiments.hints;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.CacheProbe;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Whether caches are as warm as they get: over consecutive windows, neither the miss rate of the
 * chunk cache nor throughput, which shows the page cache, changes much. Stateless.
 */
final class SteadyCaches {
  /** Length of a window, in seconds. */
  static final int WINDOW_SECONDS = 20;

  private static final int WINDOWS = TrafficMeans.WINDOWS;
  private static final double MISS_RATES_APART = 0.01;

  private SteadyCaches() {}

  /** Whether they are at the end of the series. */
  static boolean reached(List<TrafficSecond> traffic, List<Values> samples) {
    if (traffic.isEmpty() || samples.isEmpty()) {
      return false;
    }
    double now =
        Math.min(
            traffic.get(traffic.size() - 1).second() + 1.0,
            samples.get(samples.size() - 1).atSeconds());
    double start = Math.max(traffic.get(0).second(), samples.get(0).atSeconds());
    if (now - WINDOWS * WINDOW_SECONDS < start) {
      return false;
    }
    DoubleSummaryStatistics misses =
        IntStream.range(0, WINDOWS)
            .mapToDouble(window -> now - window * WINDOW_SECONDS)
            .map(to -> CacheProbe.missRate(Values.counted(samples, to - WINDOW_SECONDS, to)))
            .summaryStatistics();
    return misses.getMax() - misses.getMin() <= MISS_RATES_APART
        && TrafficMeans.areSteady(traffic, now, WINDOW_SECONDS);
  }
}
