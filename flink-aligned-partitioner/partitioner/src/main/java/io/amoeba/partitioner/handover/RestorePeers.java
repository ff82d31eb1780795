package io.amoeba.partitioner.handover;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.SerializedValue;
import org.jspecify.annotations.Nullable;

/** The subtask's side of a {@link RestoreBarrier}. Confined to the task thread. */
final class RestorePeers {

  private final Environment environment;
  private final OperatorID operator;

  RestorePeers(Environment environment, OperatorID operator) {
    this.environment = environment;
    this.operator = operator;
  }

  /**
   * Waits until every subtask of the operator has come so far, however long its restore takes.
   *
   * @return the newest map that any of them has brought, or null
   * @throws IOException if the JobManager has no such barrier
   */
  byte @Nullable [] await(byte @Nullable [] ownMap) throws IOException, InterruptedException {
    RestoreBarrier.Arrival arrival =
        new RestoreBarrier.Arrival(
            environment.getTaskInfo().getIndexOfThisSubtask(),
            environment.getTaskInfo().getNumberOfParallelSubtasks(),
            environment.getTaskInfo().getAttemptNumber(),
            ownMap);
    while (true) {
      try {
        CoordinationResponse release = ask(arrival);
        // A test harness has neither a JobManager nor other subtasks.
        return release == null ? ownMap : RestoreBarrier.newestMap(release);
      } catch (ExecutionException e) {
        if (ExceptionUtils.findThrowable(e, TimeoutException.class).isEmpty()) {
          throw new IOException(
              "operator "
                  + operator
                  + " cannot learn what its other subtasks have restored. Was the job submitted"
                  + " with another version of flink-aligned-partitioner, or is the jar missing in"
                  + " the JobManager's lib/? Submit the job again from its last savepoint",
              e);
        } // else a call to the JobManager took too long, as others still restore
      }
    }
  }

  private @Nullable CoordinationResponse ask(CoordinationRequest arrival)
      throws IOException, InterruptedException, ExecutionException {
    return environment
        .getOperatorCoordinatorEventGateway()
        .sendRequestToCoordinator(operator, new SerializedValue<>(arrival))
        .get();
  }
}
