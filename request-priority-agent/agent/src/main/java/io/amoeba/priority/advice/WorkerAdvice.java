package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.concurrent.SharedExecutorPool;

/** A thread of an executors' pool starts. */
final class WorkerAdvice {

  private WorkerAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(@Advice.FieldValue("pool") SharedExecutorPool pool) {
    PriorityHooks.workerStarts(pool);
  }
}
