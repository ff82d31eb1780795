package io.amoeba.coordinator.changes.leadership;

import java.util.List;
import java.util.Map;

/**
 * An aligned operator that works by a map. Immutable.
 *
 * @param job id of the job
 * @param operator name of the operator
 * @param parallelism of the operator
 * @param subtasks by node
 */
record RoutedOperator(
    String job, String operator, int parallelism, Map<String, List<Integer>> subtasks) {

  RoutedOperator {
    subtasks = Map.copyOf(subtasks);
  }

  /** With its subtasks on two nodes, on each of which it has some. */
  FollowingOperator following(String from, String to) {
    return new FollowingOperator(
        job,
        operator,
        parallelism,
        subtasks.getOrDefault(from, List.of()),
        subtasks.getOrDefault(to, List.of()));
  }
}
