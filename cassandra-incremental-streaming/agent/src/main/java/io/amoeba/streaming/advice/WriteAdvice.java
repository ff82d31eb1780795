package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.RequestHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.net.Message;

/** Writes that another node sends. */
final class WriteAdvice {

  private WriteAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
  static boolean enter(
      @Advice.Argument(0) Message<?> message, @Advice.Argument(1) InetAddressAndPort coordinator) {
    return RequestHooks.refusesWrite(message, coordinator);
  }
}
