package io.amoeba.coordinator.monitor;

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

  /** What one task manager says about one edge. */
  record Part(String coordinator, List<RouterReport> routers, List<GateReport> gates) {}

  private final Map<EdgeId, Map<String, Part>> byEdge = new HashMap<>();
  private final Map<String, Map<String, List<DirectReport>>> byOperator = new HashMap<>();

  void add(TaskManagerReport report) {
    String taskManager = report.taskManager();
    for (RouterReport router : report.routers()) {
      part(router.edge(), report).routers().add(router);
    }
    for (GateReport gate : report.gates()) {
      part(gate.edge(), report).gates().add(gate);
    }
    for (DirectReport direct : report.direct()) {
      byOperator
          .computeIfAbsent(direct.operator(), operator -> new LinkedHashMap<>())
          .computeIfAbsent(taskManager, id -> new ArrayList<>())
          .add(direct);
    }
  }

  private Part part(EdgeId edge, TaskManagerReport report) {
    return byEdge
        .computeIfAbsent(edge, id -> new LinkedHashMap<>())
        .computeIfAbsent(
            report.taskManager(),
            id -> new Part(report.coordinator(), new ArrayList<>(), new ArrayList<>()));
  }

  /** Takes back what was added of the same report. */
  void remove(TaskManagerReport report) {
    Touched touched = Touched.by(report);
    touched.edges().forEach(edge -> remove(byEdge, edge, report.taskManager()));
    touched.operators().forEach(name -> remove(byOperator, name, report.taskManager()));
  }

  private static <K, V> void remove(Map<K, Map<String, V>> index, K key, String taskManager) {
    Map<String, V> parts = index.get(key);
    if (parts != null) {
      parts.remove(taskManager);
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
