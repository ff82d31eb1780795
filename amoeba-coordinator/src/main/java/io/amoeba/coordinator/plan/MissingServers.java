package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * What becomes of nodes with subtasks and without a Redis server. Immutable.
 *
 * @param starting servers that are to be started there
 * @param staying what people have to do where none is started
 */
record MissingServers(List<StartServers.Server> starting, List<String> staying) {

  MissingServers {
    starting = List.copyOf(starting);
    staying = List.copyOf(staying);
  }

  /** What becomes of these nodes. */
  static MissingServers on(
      Collection<String> nodes,
      ClusterSnapshot snapshot,
      List<StreamOperator> operators,
      GrowthSettings rules) {
    List<StartServers.Server> starting = new ArrayList<>();
    List<String> staying = new ArrayList<>();
    for (String node : nodes) {
      rules
          .start()
          .filter(start -> start.allows(node))
          .ifPresentOrElse(
              start ->
                  starting.add(
                      new StartServers.Server(
                          node, new ServerAddress(host(node, snapshot, operators), start.port()))),
              () ->
                  staying.add(
                      "node %s has subtasks and no Redis server: start an empty one there, and CLUSTER MEET it"
                          .formatted(node)));
    }
    return new MissingServers(starting, staying);
  }

  /** Why servers are started. */
  static String reason(StartServers action, int nodes) {
    return "%d of %d nodes with subtasks have no Redis server: %s"
        .formatted(action.servers().size(), nodes, action.text());
  }

  /** Where Flink finds the node, a server is to be found, too. */
  private static String host(
      String node, ClusterSnapshot snapshot, List<StreamOperator> operators) {
    return operators.stream()
        .flatMap(operator -> operator.subtasks().stream())
        .filter(subtask -> snapshot.nodes().of(subtask).equals(node))
        .map(Subtask::host)
        .min(Comparator.naturalOrder())
        .orElse(node);
  }
}
