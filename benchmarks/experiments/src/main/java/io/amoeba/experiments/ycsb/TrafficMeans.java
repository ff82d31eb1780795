package io.amoeba.experiments.ycsb;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Means over some whole seconds; NaN without any. Immutable. */
public record TrafficMeans(List<TrafficSecond> seconds) {
  /** Takes an immutable copy. */
  public TrafficMeans {
    seconds = List.copyOf(seconds);
  }

  /** Over the whole seconds within a time. */
  public static TrafficMeans within(List<TrafficSecond> all, double from, double to) {
    return new TrafficMeans(
        all.stream().filter(s -> s.second() >= from && s.second() + 1 <= to).toList());
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
}
