package io.amoeba.coordinator.monitor;

import java.util.List;
import java.util.stream.Stream;

/**
 * What one copy of the partitioner in a task manager says about its routers, gates and direct
 * partitioners, with the number of maps that it refused because they broke a rule or were older
 * than its own, and the coordinator whose document it has (empty: none yet). Jobs that carry the
 * partitioner in their own jar have a copy each, an older partitioner names none (empty).
 * Immutable. Source: placement protocol, "PUT /api/v1/task-managers/{id}".
 *
 * @param host of the task manager, as Flink calls it
 * @param nodeHosts names and addresses of its machine; empty: Flink's host is the machine's
 */
public record TaskManagerReport(
    String taskManager,
    String copy,
    String host,
    List<String> nodeHosts,
    String coordinator,
    long refusedMaps,
    long staleMaps,
    List<RouterReport> routers,
    List<GateReport> gates,
    List<DirectReport> direct) {

  public TaskManagerReport {
    nodeHosts = List.copyOf(nodeHosts);
    routers = List.copyOf(routers);
    gates = List.copyOf(gates);
    direct = List.copyOf(direct);
  }

  /** Of the one copy in a task manager, on the host that Flink knows. */
  public TaskManagerReport(
      String taskManager,
      String host,
      String coordinator,
      long refusedMaps,
      long staleMaps,
      List<RouterReport> routers,
      List<GateReport> gates,
      List<DirectReport> direct) {
    this(
        taskManager,
        "",
        host,
        List.of(),
        coordinator,
        refusedMaps,
        staleMaps,
        routers,
        gates,
        direct);
  }

  /** Of a task manager of which nothing is known but its machine. */
  public static TaskManagerReport ofHosts(String taskManager, List<String> nodeHosts) {
    return new TaskManagerReport(
        taskManager, "", "", nodeHosts, "", 0, 0, List.of(), List.of(), List.of());
  }

  /** Who reports: the next report of the same copy replaces this one. */
  Reporter reporter() {
    return new Reporter(taskManager, copy);
  }

  /** A copy of the partitioner in a task manager. */
  record Reporter(String taskManager, String copy) {}

  /** What two copies in one task manager say together. */
  TaskManagerReport and(TaskManagerReport other) {
    return new TaskManagerReport(
        taskManager,
        "",
        other.host,
        joined(nodeHosts, other.nodeHosts).stream().distinct().toList(),
        coordinator.equals(other.coordinator) ? coordinator : "",
        refusedMaps + other.refusedMaps,
        staleMaps + other.staleMaps,
        joined(routers, other.routers),
        joined(gates, other.gates),
        joined(direct, other.direct));
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  /** The same with other lines. */
  TaskManagerReport with(
      List<RouterReport> otherRouters,
      List<GateReport> otherGates,
      List<DirectReport> otherDirect) {
    return new TaskManagerReport(
        taskManager,
        copy,
        host,
        nodeHosts,
        coordinator,
        refusedMaps,
        staleMaps,
        otherRouters,
        otherGates,
        otherDirect);
  }
}
