package io.amoeba.partitioner.handover;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * A gate's figures in the operator's metric group {@code amoeba.handover}: {@code held} (records
 * now), {@code heldBytes} (their serialised size), {@code heldTotal}, {@code lastHoldMicros},
 * {@code longestHoldMicros}.
 */
final class GateMetrics {

  private final Counter heldTotal;

  GateMetrics(MetricGroup operatorGroup, HoldBuffer<?> held) {
    MetricGroup group = operatorGroup.addGroup("amoeba").addGroup("handover");
    heldTotal = group.counter("heldTotal");
    group.gauge("held", held::size);
    group.gauge("heldBytes", held::bytes);
    group.gauge("lastHoldMicros", held::lastHoldMicros);
    group.gauge("longestHoldMicros", held::longestHoldMicros);
  }

  void onHeld() {
    heldTotal.inc();
  }
}
