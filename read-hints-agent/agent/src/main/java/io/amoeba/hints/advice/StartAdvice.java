package io.amoeba.hints.advice;

import io.amoeba.hints.hooks.HintHooks;
import net.bytebuddy.asm.Advice;

/** Cassandra's start, when gossip runs and clients are not served yet. */
final class StartAdvice {

  private StartAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit() {
    HintHooks.started();
  }
}
