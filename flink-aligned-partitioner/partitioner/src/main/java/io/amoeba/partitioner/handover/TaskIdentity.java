package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.subscription.EdgeId;
import io.amoeba.partitioner.subscription.TaskManagerIdentity;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;

/** Names of the task as the coordinator knows them, from the runtime context. */
final class TaskIdentity {

  private TaskIdentity() {}

  static EdgeId edge(RuntimeContext context, String operator) {
    return new EdgeId(context.getJobInfo().getJobId().toHexString(), operator);
  }

  static TaskManagerIdentity taskManager(RuntimeContext context) {
    Map<String, String> scope = context.getMetricGroup().getAllVariables();
    return new TaskManagerIdentity(
        scope.getOrDefault("<tm_id>", "unknown"), scope.getOrDefault("<host>", "unknown"));
  }

  static int subtask(RuntimeContext context) {
    return context.getTaskInfo().getIndexOfThisSubtask();
  }

  static int parallelism(RuntimeContext context) {
    return context.getTaskInfo().getNumberOfParallelSubtasks();
  }
}
