package io.amoeba.coordinator.monitor;

import java.util.List;

/**
 * What one task manager says about its routers, gates and direct partitioners, with the number of
 * maps that it refused because they broke a rule or were older than its own, and the coordinator
 * whose document it has (empty: none yet). Immutable. Source: placement protocol, "PUT
 * /api/v1/task-managers/{id}".
 */
public record TaskManagerReport(
    String taskManager,
    String host,
    String coordinator,
    long refusedMaps,
    long staleMaps,
    List<RouterReport> routers,
    List<GateReport> gates,
    List<DirectReport> direct) {

  public TaskManagerReport {
    routers = List.copyOf(routers);
    gates = List.copyOf(gates);
    direct = List.copyOf(direct);
  }

  /** The same with other lines. */
  TaskManagerReport with(
      List<RouterReport> otherRouters,
      List<GateReport> otherGates,
      List<DirectReport> otherDirect) {
    return new TaskManagerReport(
        taskManager,
        host,
        coordinator,
        refusedMaps,
        staleMaps,
        otherRouters,
        otherGates,
        otherDirect);
  }
}
