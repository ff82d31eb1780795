package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.GossipHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.gms.EndpointState;

/** The message that starts a Paxos repair. */
final class PaxosAdvice {

  private PaxosAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.Argument(value = 3, readOnly = false) EndpointState state) {
    state = GossipHooks.stateForMessage(state);
  }
}
