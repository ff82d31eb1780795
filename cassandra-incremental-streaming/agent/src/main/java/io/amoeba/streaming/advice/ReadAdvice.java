package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.RequestHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.net.Message;

/** Reads that another node asks for. */
final class ReadAdvice {

  private ReadAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
  static boolean enter(@Advice.Argument(0) Message<?> message) {
    return RequestHooks.refusesRead(message);
  }
}
