package io.amoeba.experiments.load;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Means over some whole seconds; NaN without any. Immutable. */
public record TrafficMeans(List<TrafficSecond> seconds) {
  /** So many windows that follow each other are compared. */
  public static final int WINDOWS = 3;

  private static final double APART = 0.05;

  public TrafficMeans {
    seconds = List.copyOf(seconds);
  }

  /** Over the whole seconds within a time. */
  public static TrafficMeans within(List<TrafficSecond> all, double from, double to) {
    return new TrafficMeans(
        all.stream().filter(s -> s.second() >= from && s.second() + 1 <= to).toList());
  }

  /** Whether throughput stays the same in the last windows before a time. */
  public static boolean areSteady(List<TrafficSecond> traffic, double now, double windowSeconds) {
    DoubleSummaryStatistics ops =
        IntStream.range(0, WINDOWS)
            .mapToDouble(window -> now - window * windowSeconds)
            .map(to -> within(traffic, to - windowSeconds, to).opsPerSecond())
            .summaryStatistics();
    // Without traffic in one of them all comparisons are with NaN.
    return ops.getMin() > 0 && ops.getMax() - ops.getMin() <= APART * ops.getAverage();
  }

  public double opsPerSecond() {
    return seconds.stream().mapToLong(TrafficSecond::operations).average().orElse(Double.NaN);
  }

  /** Of a latency, by the number of operations. */
  public double millis(ToDoubleFunction<TrafficSecond> latency) {
    long operations = operations();
    double sum = seconds.stream().mapToDouble(s -> latency.applyAsDouble(s) * s.operations()).sum();
    return operations == 0 ? Double.NaN : sum / operations;
  }

  public long operations() {
    return seconds.stream().mapToLong(TrafficSecond::operations).sum();
  }

  public long failed() {
    return seconds.stream().mapToLong(TrafficSecond::failed).sum();
  }
}
