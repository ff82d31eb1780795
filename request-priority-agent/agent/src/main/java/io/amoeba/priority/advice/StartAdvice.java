package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import net.bytebuddy.asm.Advice;

/** The end of Cassandra's set-up: clients are not served yet. */
final class StartAdvice {

  private StartAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit() {
    PriorityHooks.started();
  }
}
