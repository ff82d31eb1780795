package io.amoeba.hints.advice;

import io.amoeba.hints.hooks.HintHooks;
import net.bytebuddy.asm.Advice;

/** Stretches in which a thread's reads belong to Paxos. */
final class PaxosAdvice {

  private PaxosAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter() {
    HintHooks.paxosBegins();
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void exit() {
    HintHooks.paxosEnds();
  }
}
