package io.amoeba.streaming.advice;

import io.amoeba.streaming.hooks.GossipHooks;
import io.amoeba.streaming.hooks.RequestHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.InetAddressAndPort;

/** Points where members see a joining node. */
final class RingAdvice {

  private RingAdvice() {}

  static final class OnChange {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
        @Advice.Argument(0) InetAddressAndPort endpoint,
        @Advice.Argument(1) ApplicationState state,
        @Advice.Argument(2) VersionedValue value) {
      return GossipHooks.handlesChange(endpoint, state, value);
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) InetAddressAndPort endpoint,
        @Advice.Argument(1) ApplicationState state,
        @Advice.Argument(2) VersionedValue value) {
      GossipHooks.changed(endpoint, state, value);
    }
  }

  static final class Excise {
    @Advice.OnMethodExit
    static void exit(@Advice.Argument(1) InetAddressAndPort endpoint) {
      GossipHooks.removed(endpoint);
    }
  }

  static final class Pending {
    @Advice.OnMethodExit
    static void exit(
        @Advice.This Object tokenMetadata,
        @Advice.Argument(0) Token token,
        @Advice.Argument(1) String keyspace,
        @Advice.Return(readOnly = false) EndpointsForToken returned) {
      returned = RequestHooks.pending(tokenMetadata, token, keyspace, returned);
    }
  }

  static final class LocalPending {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) String keyspace,
        @Advice.Argument(1) Token token,
        @Advice.Return(readOnly = false) boolean returned) {
      returned = RequestHooks.localPending(keyspace, token, returned);
    }
  }

  static final class SilentShutdown {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) EndpointState state,
        @Advice.Return(readOnly = false) boolean returned) {
      returned = GossipHooks.silentShutdown(state, returned);
    }
  }

  static final class FatClient {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) EndpointState state, @Advice.Return(readOnly = false) long returned) {
      returned = GossipHooks.fatClientTimeout(state, returned);
    }
  }
}
