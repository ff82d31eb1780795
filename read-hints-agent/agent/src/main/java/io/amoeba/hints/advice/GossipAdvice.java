package io.amoeba.hints.advice;

import io.amoeba.hints.hooks.HintHooks;
import net.bytebuddy.asm.Advice;

/** Gossip runs, and this node has not joined the ring yet: a joining one can ask its peers. */
final class GossipAdvice {

  private GossipAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit() {
    HintHooks.gossips();
  }
}
