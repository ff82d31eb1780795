package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which part of the work nodes do. Stateless. */
final class NodeParts {

  private NodeParts() {}

  /** By node with subtasks, its part (0 … 1) of all subtasks; of several operators the mean. */
  static Map<String, Double> of(ClusterSnapshot snapshot, List<StreamOperator> operators) {
    Map<String, Double> parts = new TreeMap<>();
    for (StreamOperator operator : operators) {
      double part = 1.0 / operator.subtasks().size() / operators.size();
      for (Subtask subtask : operator.subtasks()) {
        parts.merge(snapshot.nodes().of(subtask), part, Double::sum);
      }
    }
    return parts;
  }
}
