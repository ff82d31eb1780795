package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import net.bytebuddy.asm.Advice;

/** A thread of Cassandra was made, and its maker is about to start it. */
final class MadeThreadAdvice {

  private MadeThreadAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(
      @Advice.Argument(0) ThreadGroup group,
      @Advice.Argument(1) Runnable task,
      @Advice.Return(readOnly = false) Thread made) {
    made = PriorityHooks.madeThread(made, group, task);
  }
}
