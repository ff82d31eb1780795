package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.JoinHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.streaming.ProgressInfo;

/** Each piece of data that streaming has moved. */
final class StreamAdvice {

  private StreamAdvice() {}

  @Advice.OnMethodExit
  static void exit(
      @Advice.Argument(1) ProgressInfo.Direction direction, @Advice.Argument(3) long bytes) {
    JoinHooks.streamed(direction, bytes);
  }
}
