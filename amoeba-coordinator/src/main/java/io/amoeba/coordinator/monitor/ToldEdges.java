package io.amoeba.coordinator.monitor;

import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The aligned edges of which Flink tells, and the task manager where it runs each gate. Immutable.
 *
 * @param gates task managers' ids by edge and subtask of the receiving operator
 */
public record ToldEdges(Map<EdgeId, Map<Integer, String>> gates) {

  /** Flink has not told of any. */
  public static final ToldEdges NONE = new ToldEdges(Map.of());

  public ToldEdges {
    gates =
        gates.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> Map.copyOf(e.getValue())));
  }

  /** Those of a running job. */
  public static ToldEdges of(StreamJob job) {
    Map<EdgeId, Map<Integer, String>> gates = new HashMap<>();
    for (StreamOperator operator : job.aligned()) {
      gates.put(
          new EdgeId(job.id(), operator.name()),
          operator.subtasks().stream()
              .collect(Collectors.toMap(Subtask::index, Subtask::taskManager, (a, b) -> b)));
    }
    return new ToldEdges(gates);
  }

  /** All of them. */
  public Set<EdgeId> edges() {
    return gates.keySet();
  }

  /*
   * Who has a task manager's token could otherwise say that gates elsewhere have finished an epoch,
   * and routers would switch while records of it are still processed there.
   */
  boolean runs(GateReport gate, String taskManager) {
    return taskManager.equals(gates.getOrDefault(gate.edge(), Map.of()).get(gate.subtask()));
  }
}
