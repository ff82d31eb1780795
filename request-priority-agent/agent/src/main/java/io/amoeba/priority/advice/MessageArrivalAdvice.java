package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import io.amoeba.priority.protocol.service.ServiceClass;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** A peer's message goes to its stage with its class. */
final class MessageArrivalAdvice {

  private MessageArrivalAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static @Nullable ServiceClass enter(@Advice.Argument(0) Runnable message) {
    return PriorityHooks.beginMessage(message);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void exit(@Advice.Enter @Nullable ServiceClass before) {
    PriorityHooks.endMessage(before);
  }
}
