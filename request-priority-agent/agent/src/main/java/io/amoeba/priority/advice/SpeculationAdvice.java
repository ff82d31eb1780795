package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import net.bytebuddy.asm.Advice;

/** A low read does not ask a further replica because it waits. */
final class SpeculationAdvice {

  private SpeculationAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter() {
    return PriorityHooks.isLow();
  }
}
