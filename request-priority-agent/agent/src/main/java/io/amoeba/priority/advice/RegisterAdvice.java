package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import io.netty.channel.Channel;
import net.bytebuddy.asm.Advice;

/** A connection registers for events: it is a driver's control connection. */
final class RegisterAdvice {

  private RegisterAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(@Advice.Argument(1) Channel connection) {
    PriorityHooks.registered(connection);
  }
}
