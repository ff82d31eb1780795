package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.concurrent.SEPExecutor;

/** A client's request arrives at the executor of requests. */
final class SubmitAdvice {

  private SubmitAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(@Advice.This SEPExecutor executor, @Advice.Argument(0) Runnable task) {
    return PriorityHooks.submit(executor, task);
  }
}
