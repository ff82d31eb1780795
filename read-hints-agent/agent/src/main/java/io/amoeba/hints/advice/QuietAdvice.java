package io.amoeba.hints.advice;

import io.amoeba.hints.hooks.HintHooks;
import net.bytebuddy.asm.Advice;

/** Metrics that only clients' reads may change. */
final class QuietAdvice {

  private QuietAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter() {
    return HintHooks.isReplay();
  }
}
