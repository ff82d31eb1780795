package io.amoeba.coordinator.changes.leadership;

import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.List;

/**
 * An aligned operator whose records follow the lead of a shard to another node. Immutable.
 *
 * @param job id of the job
 * @param operator name of the operator
 * @param parallelism of the operator
 * @param home its subtasks on the primary's node, at least one
 * @param away its subtasks on the candidate's node, at least one
 */
public record FollowingOperator(
    String job, String operator, int parallelism, List<Integer> home, List<Integer> away) {

  public FollowingOperator {
    home = List.copyOf(home);
    away = List.copyOf(away);
    if (home.isEmpty() || away.isEmpty()) {
      throw new IllegalArgumentException(operator + " has no subtask on one of the nodes");
    }
  }

  EdgeId edge() {
    return new EdgeId(job, operator);
  }
}
