package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import java.util.Map;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.net.ParamType;

/** A message to a peer carries the class of the thread that sends it. */
final class MessageParamsAdvice {

  private MessageParamsAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(@Advice.Return(readOnly = false) Map<ParamType, Object> params) {
    params = PriorityHooks.params(params);
  }
}
