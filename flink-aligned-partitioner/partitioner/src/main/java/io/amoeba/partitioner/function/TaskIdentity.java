package io.amoeba.partitioner.function;

import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.subscription.TaskManagerIdentity;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;

/** Names of the task as the coordinator knows them, from the runtime context. Stateless. */
public final class TaskIdentity {

  private TaskIdentity() {}

  /** The edge towards an operator of this job. */
  public static EdgeId edge(RuntimeContext context, String operator) {
    return new EdgeId(context.getJobInfo().getJobId().toHexString(), operator);
  }

  /** The task manager as in Flink's metric scope. */
  public static TaskManagerIdentity taskManager(RuntimeContext context) {
    Map<String, String> scope = context.getMetricGroup().getAllVariables();
    return new TaskManagerIdentity(
        scope.getOrDefault("<tm_id>", "unknown"), scope.getOrDefault("<host>", "unknown"));
  }

  /** Index of this subtask. */
  public static int subtask(RuntimeContext context) {
    return context.getTaskInfo().getIndexOfThisSubtask();
  }

  /** Number of subtasks. */
  public static int parallelism(RuntimeContext context) {
    return context.getTaskInfo().getNumberOfParallelSubtasks();
  }
}
