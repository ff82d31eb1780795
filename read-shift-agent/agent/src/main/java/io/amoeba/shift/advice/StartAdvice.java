package io.amoeba.shift.advice;

import io.amoeba.shift.hooks.ShiftHooks;
import net.bytebuddy.asm.Advice;

/** The end of Cassandra's set-up: clients are not served yet. */
final class StartAdvice {

  private StartAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit() {
    ShiftHooks.started();
  }
}
