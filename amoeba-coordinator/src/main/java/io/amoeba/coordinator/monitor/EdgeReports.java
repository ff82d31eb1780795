package io.amoeba.coordinator.monitor;

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

  /** The highest epoch that anybody mentions, 0 if nobody does. */
  public long highestEpoch() {
    long highest = 0;
    for (RouterReport router : routers) {
      highest = Math.max(highest, Math.max(router.prepared(), router.active()));
    }
    for (GateReport gate : gates) {
      highest = Math.max(highest, gate.epoch());
    }
    for (DirectReport partitioner : direct) {
      highest = Math.max(highest, partitioner.epoch());
    }
    return highest;
  }
}
