package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.Message;
import org.jspecify.annotations.Nullable;

/** A request is executed, or answered with an error through the ordinary path. */
final class ExecuteAdvice {

  private ExecuteAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static @Nullable Throwable enter() {
    return PriorityHooks.errorInstead();
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class)
  static void exit(
      @Advice.This Message.Request request,
      @Advice.Argument(1) Dispatcher.RequestTime time,
      @Advice.Enter @Nullable Throwable instead,
      @Advice.Thrown(readOnly = false) @Nullable Throwable thrown) {
    if (instead != null) {
      thrown = instead;
    }
    PriorityHooks.executed(request, time);
  }
}
