package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.concurrent.DebuggableTask.RunningDebuggableTask;
import org.apache.cassandra.concurrent.SharedExecutorPool;

/** The running tasks of the shared threads, for a view: those of the low class's threads, too. */
final class RunningTasksAdvice {

  private RunningTasksAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(
      @Advice.This SharedExecutorPool pool,
      @Advice.Return(readOnly = false) List<RunningDebuggableTask> tasks) {
    tasks = PriorityHooks.runningTasks(pool, tasks);
  }
}
