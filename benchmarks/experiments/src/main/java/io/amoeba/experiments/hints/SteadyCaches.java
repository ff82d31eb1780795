package io.amoeba.experiments.hints;

import io.amoeba.experiments.ycsb.TrafficSecond;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Whether caches are as warm as they get: in windows that follow each other, neither the miss rate
 * of the chunk cache nor throughput, which shows the page cache, changes much. Stateless.
 */
final class SteadyCaches {
  /** Length of a window, in seconds. */
  static final int WINDOW_SECONDS = 20;

  static final int WINDOWS = 3;
  private static final double MISS_RATES_APART = 0.01;
  private static final double THROUGHPUTS_APART = 0.05;

  private SteadyCaches() {}

  /** Whether they are at the end of what was seen. */
  static boolean reached(List<TrafficSecond> traffic, List<CacheSample> samples) {
    if (traffic.isEmpty() || samples.isEmpty()) {
      return false;
    }
    double now =
        Math.min(
            traffic.get(traffic.size() - 1).second() + 1.0,
            samples.get(samples.size() - 1).atSeconds());
    double begin = Math.max(traffic.get(0).second(), samples.get(0).atSeconds());
    if (now - WINDOWS * WINDOW_SECONDS < begin) {
      return false;
    }
    List<Double> missRates = new ArrayList<>();
    List<Double> throughputs = new ArrayList<>();
    for (int window = 0; window < WINDOWS; window++) {
      double to = now - window * WINDOW_SECONDS;
      missRates.add(HintAnalysis.counted(samples, to - WINDOW_SECONDS, to).missRate());
      throughputs.add(TrafficMeans.within(traffic, to - WINDOW_SECONDS, to).opsPerSecond());
    }
    DoubleSummaryStatistics ops = statistics(throughputs);
    DoubleSummaryStatistics misses = statistics(missRates);
    return misses.getMax() - misses.getMin() <= MISS_RATES_APART
        && ops.getMin() > 0
        && ops.getMax() - ops.getMin() <= THROUGHPUTS_APART * ops.getAverage();
  }

  private static DoubleSummaryStatistics statistics(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
  }
}
