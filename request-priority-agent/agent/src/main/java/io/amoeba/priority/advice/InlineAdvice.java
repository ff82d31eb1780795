package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.concurrent.SEPExecutor;

/** The local part of a marked request runs without a change of the thread. */
final class InlineAdvice {

  private InlineAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(@Advice.This SEPExecutor executor, @Advice.Argument(0) Runnable task) {
    return PriorityHooks.runInline(executor, task);
  }
}
