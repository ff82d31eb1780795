package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.StartHooks;
import java.util.Map;
import java.util.UUID;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;

/** Points of Cassandra's start. */
final class StartAdvice {

  private StartAdvice() {}

  static final class Views {
    @Advice.OnMethodExit
    static void exit() {
      StartHooks.viewsRegistered();
    }
  }

  static final class RingLoaded {
    @Advice.OnMethodExit
    static void exit() {
      StartHooks.ringLoaded();
    }
  }

  static final class GossipStart {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(0) int generation,
        @Advice.Argument(1) Map<ApplicationState, VersionedValue> states) {
      StartHooks.gossipStarts(generation, states);
    }
  }

  static final class SafeForStartup {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) InetAddressAndPort endpoint,
        @Advice.Argument(1) UUID host,
        @Advice.Argument(3) Map<InetAddressAndPort, EndpointState> states,
        @Advice.Return(readOnly = false) boolean returned) {
      returned = StartHooks.safeForStartup(states.get(endpoint), host, returned);
    }
  }

  static final class ShadowRound {
    @Advice.OnMethodExit
    static void exit(@Advice.Return Map<InetAddressAndPort, EndpointState> states) {
      StartHooks.shadowRound(states);
    }
  }
}
