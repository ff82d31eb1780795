package io.amoeba.coordinator.monitor;

import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.List;
import java.util.stream.Stream;

/**
 * A copy of the partitioner in a task manager: its next report replaces the one before. Immutable.
 */
record Reporter(String taskManager, String copy) {

  /** Who sends a report. */
  static Reporter of(TaskManagerReport report) {
    return new Reporter(report.taskManager(), report.copy());
  }

  /** What two copies in one task manager say together. */
  static TaskManagerReport together(TaskManagerReport one, TaskManagerReport other) {
    return new TaskManagerReport(
        one.taskManager(),
        "",
        other.host(),
        joined(one.nodeHosts(), other.nodeHosts()).stream().distinct().toList(),
        one.coordinator().equals(other.coordinator()) ? one.coordinator() : "",
        0,
        one.refusedMaps() + other.refusedMaps(),
        one.staleMaps() + other.staleMaps(),
        joined(one.routers(), other.routers()),
        joined(one.gates(), other.gates()),
        joined(one.direct(), other.direct()));
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
