package io.amoeba.coordinator.monitor;

import io.amoeba.partitioner.placement.protocol.DirectReport;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lines of reports by edge, and those of partitioners by operator, task managers in the order in
 * which they were added. Not safe for concurrent use.
 */
final class EdgeIndex {

  /** What one copy of the partitioner says about one edge. */
  record Part(
      String taskManager, String coordinator, List<RouterReport> routers, List<GateReport> gates) {}

  private final Map<EdgeId, Map<Reporter, Part>> byEdge = new HashMap<>();
  private final Map<String, Map<Reporter, List<DirectReport>>> byOperator = new HashMap<>();

  void add(TaskManagerReport report) {
    Reporter reporter = Reporter.of(report);
    for (RouterReport router : report.routers()) {
      part(router.edge(), report).routers().add(router);
    }
    for (GateReport gate : report.gates()) {
      part(gate.edge(), report).gates().add(gate);
    }
    for (DirectReport direct : report.direct()) {
      byOperator
          .computeIfAbsent(direct.operator(), operator -> new LinkedHashMap<>())
          .computeIfAbsent(reporter, id -> new ArrayList<>())
          .add(direct);
    }
  }

  private Part part(EdgeId edge, TaskManagerReport report) {
    return byEdge
        .computeIfAbsent(edge, id -> new LinkedHashMap<>())
        .computeIfAbsent(
            Reporter.of(report),
            id ->
                new Part(
                    report.taskManager(),
                    report.coordinator(),
                    new ArrayList<>(),
                    new ArrayList<>()));
  }

  /** Takes back what was added of the same report. */
  void remove(TaskManagerReport report) {
    Touched touched = Touched.by(report);
    touched.edges().forEach(edge -> remove(byEdge, edge, Reporter.of(report)));
    touched.operators().forEach(name -> remove(byOperator, name, Reporter.of(report)));
  }

  private static <K, V> void remove(Map<K, Map<Reporter, V>> index, K key, Reporter reporter) {
    Map<Reporter, V> parts = index.get(key);
    if (parts != null) {
      parts.remove(reporter);
      if (parts.isEmpty()) {
        index.remove(key);
      }
    }
  }

  boolean has(EdgeId edge) {
    return byEdge.containsKey(edge);
  }

  boolean has(String operator) {
    return byOperator.containsKey(operator);
  }

  /** Edges, and operators of partitioners. */
  int size() {
    return byEdge.size() + byOperator.size();
  }

  Collection<Part> about(EdgeId edge) {
    return byEdge.getOrDefault(edge, Map.of()).values();
  }

  List<DirectReport> direct(String operator) {
    return byOperator.getOrDefault(operator, Map.of()).values().stream()
        .flatMap(List::stream)
        .toList();
  }
}
