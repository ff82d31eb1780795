package io.amoeba.experiments.hints;

import io.amoeba.experiments.ycsb.TrafficSecond;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Means over the whole seconds within a time; NaN without any. Immutable. */
record TrafficMeans(List<TrafficSecond> seconds) {
  static TrafficMeans within(List<TrafficSecond> all, double from, double to) {
    return new TrafficMeans(
        all.stream().filter(s -> s.second() >= from && s.second() + 1 <= to).toList());
  }

  double opsPerSecond() {
    return seconds.stream().mapToLong(TrafficSecond::operations).average().orElse(Double.NaN);
  }

  /** Of a latency, by the number of operations. */
  double millis(ToDoubleFunction<TrafficSecond> latency) {
    long operations = operations();
    double sum = seconds.stream().mapToDouble(s -> latency.applyAsDouble(s) * s.operations()).sum();
    return operations == 0 ? Double.NaN : sum / operations;
  }

  long operations() {
    return seconds.stream().mapToLong(TrafficSecond::operations).sum();
  }
}
