package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import net.bytebuddy.asm.Advice;

/** Cassandra asks whether all requests of clients have ended. */
final class DrainAdvice {

  private DrainAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(@Advice.Return(readOnly = false) boolean done) {
    done = PriorityHooks.isDone(done);
  }
}
