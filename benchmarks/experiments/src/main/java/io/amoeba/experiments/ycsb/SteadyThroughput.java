package io.amoeba.experiments.ycsb;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/** Whether throughput stays the same in windows that follow each other. Stateless. */
public final class SteadyThroughput {
  /** So many windows are compared. */
  public static final int WINDOWS = 3;

  private static final double APART = 0.05;

  private SteadyThroughput() {}

  /** Whether it does in the last windows before a time, of so many seconds each. */
  public static boolean until(List<TrafficSecond> traffic, double now, double windowSeconds) {
    DoubleSummaryStatistics ops =
        IntStream.range(0, WINDOWS)
            .mapToDouble(window -> now - window * windowSeconds)
            .map(to -> TrafficMeans.within(traffic, to - windowSeconds, to).opsPerSecond())
            .summaryStatistics();
    // Without traffic in one of them all comparisons are with NaN.
    return ops.getMin() > 0 && ops.getMax() - ops.getMin() <= APART * ops.getAverage();
  }
}
