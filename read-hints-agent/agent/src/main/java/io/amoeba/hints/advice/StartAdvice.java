package io.amoeba.hints.advice;

import io.amoeba.hints.hooks.HintHooks;
import net.bytebuddy.asm.Advice;

/** The end of Cassandra's start: this node has joined, and clients are not served yet. */
final class StartAdvice {

  private StartAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit() {
    HintHooks.started();
  }
}
