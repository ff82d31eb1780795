package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import net.bytebuddy.asm.Advice;

/** A request waits for replicas. */
final class WaitAdvice {

  private WaitAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter() {
    PriorityHooks.beginWait();
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void exit() {
    PriorityHooks.endWait();
  }
}
