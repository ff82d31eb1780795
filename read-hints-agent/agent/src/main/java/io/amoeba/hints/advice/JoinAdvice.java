package io.amoeba.hints.advice;

import io.amoeba.hints.hooks.HintHooks;
import net.bytebuddy.asm.Advice;

/** The last moment at which other nodes do not read from this one, if it has just joined. */
final class JoinAdvice {

  private JoinAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(@Advice.Argument(0) boolean joined) {
    HintHooks.joins(joined);
  }
}
