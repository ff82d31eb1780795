package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import net.bytebuddy.asm.Advice;

/** How long a low read waits says nothing about a replica. */
final class LatencyAdvice {

  private LatencyAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter() {
    return PriorityHooks.isLow();
  }
}
