package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.concurrent.SEPExecutor;

/** A low task of a shared executor goes to the low class's own. */
final class AddTaskAdvice {

  private AddTaskAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(@Advice.This SEPExecutor executor, @Advice.Argument(0) Runnable task) {
    return PriorityHooks.addTask(executor, task);
  }

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(
      @Advice.Enter boolean redirected,
      @Advice.Argument(0) Runnable task,
      @Advice.Return(readOnly = false) Runnable returned) {
    if (redirected) {
      returned = task;
    }
  }
}
