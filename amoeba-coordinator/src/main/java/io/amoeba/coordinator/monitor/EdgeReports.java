package io.amoeba.coordinator.monitor;

import io.amoeba.partitioner.placement.protocol.DirectReport;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import java.util.List;

/**
 * Everything that live task managers say about one edge. Routers are in the order in which their
 * incarnations were first heard, so that the newest attempt of a job comes last; gates are in the
 * order in which their reports arrived. Immutable.
 */
public record EdgeReports(
    List<RouterReport> routers, List<GateReport> gates, List<DirectReport> direct) {

  /** Nobody has said anything. */
  public static final EdgeReports NONE = new EdgeReports(List.of(), List.of(), List.of());

  public EdgeReports {
    routers = List.copyOf(routers);
    gates = List.copyOf(gates);
    direct = List.copyOf(direct);
  }

  /** Whether nobody has said anything about the edge. */
  public boolean isEmpty() {
    return routers.isEmpty() && gates.isEmpty() && direct.isEmpty();
  }
}
