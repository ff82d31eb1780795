package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.bytebuddy.asm.Advice;

/** A new executor has a queue that knows classes. */
final class ExecutorQueueAdvice {

  private ExecutorQueueAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(
      @Advice.FieldValue(value = "tasks", readOnly = false) ConcurrentLinkedQueue<Runnable> tasks) {
    tasks = PriorityHooks.queue(tasks);
  }
}
