package io.amoeba.partitioner.handover;

import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * A router's figures in the operator's metric group {@code amoeba.routing}: {@code epoch}, {@code
 * mapAgeMillis}, {@code recordsTo.N} per target subtask. Written by the task thread.
 */
final class RouterMetrics {

  private final MetricGroup group;
  private volatile long epoch;
  private volatile long adoptedAtNanos = System.nanoTime();
  private Counter[] recordsTo = new Counter[0];

  RouterMetrics(MetricGroup operatorGroup) {
    this.group = operatorGroup.addGroup("amoeba").addGroup("routing");
    group.gauge("epoch", () -> epoch);
    group.gauge(
        "mapAgeMillis",
        () -> epoch == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - adoptedAtNanos));
  }

  void adopted(long newEpoch, int targets) {
    epoch = newEpoch;
    adoptedAtNanos = System.nanoTime();
    if (recordsTo.length != targets) {
      Counter[] counters = new Counter[targets];
      for (int target = 0; target < targets; target++) {
        counters[target] = group.counter("recordsTo." + target);
      }
      recordsTo = counters;
    }
  }

  void routedTo(int target) {
    recordsTo[target].inc();
  }
}
