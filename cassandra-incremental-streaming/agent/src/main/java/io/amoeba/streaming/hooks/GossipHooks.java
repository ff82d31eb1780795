package io.amoeba.streaming.hooks;

import io.amoeba.streaming.agent.IncrementalStreamingAgent;
import io.amoeba.streaming.member.KnownJoins;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.MeasuredLatencies;
import io.amoeba.streaming.ring.Rings;
import java.util.Optional;
import java.util.UUID;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;

/** Called when gossip changes what this node knows of a node, in Cassandra's gossip stage. */
public final class GossipHooks {

  private static final String BOOTSTRAPPING = VersionedValue.STATUS_BOOTSTRAPPING + ",";
  private static final String NORMAL = VersionedValue.STATUS_NORMAL + ",";

  private GossipHooks() {}

  /** Whether the agent handles a change, so that Cassandra must not. */
  public static boolean handlesChange(
      InetAddressAndPort endpoint, ApplicationState state, VersionedValue value) {
    LocalNode node = LocalNode.get();
    boolean own = endpoint.equals(Rings.self());
    if (state == GossipValues.MEMBER_STATE && !own) {
      node.member.memberState(endpoint, value);
      return false;
    }
    if (state == ApplicationState.SEVERITY && !own) {
      if (node.member.known().getsFaster(endpoint)) {
        new MeasuredLatencies(DatabaseDescriptor.getEndpointSnitch()).forget(endpoint);
      }
      return false;
    }
    if (!GossipValues.isStatus(state)) {
      return false;
    }
    if (value.value.startsWith(BOOTSTRAPPING)) {
      return node.member.known().refusesBoot(endpoint);
    }
    if (value.value.startsWith(NORMAL)) {
      return !own && node.member.known().refusesNormal(endpoint);
    }
    if (!GossipValues.isAnnouncement(value)) {
      return false;
    }
    if (own) {
      node.joining.announced(GossipValues.announcement(value));
    } else {
      node.member.announced(endpoint, value);
    }
    return true;
  }

  /** Cassandra has handled a change. */
  public static void changed(
      InetAddressAndPort endpoint, ApplicationState state, VersionedValue value) {
    if (!GossipValues.isStatus(state) || !value.value.startsWith(NORMAL)) {
      return;
    }
    if (endpoint.equals(Rings.self())) {
      LocalNode.get().joining.normal();
    } else {
      LocalNode.get().member.normal(endpoint);
    }
  }

  /** The node was removed from the ring. */
  public static void removed(InetAddressAndPort endpoint) {
    LocalNode.get().member.removed(endpoint);
  }

  /** Whether a node in this state stops without announcing it. */
  public static boolean silentShutdown(EndpointState state, boolean silent) {
    return silent || state.getStatus().equals(GossipValues.PARTIAL_JOIN);
  }

  /**
   * Members keep pending tokens for the timeout of joining nodes, and then some; a node that may
   * serve what they have confirmed until it is removed, also when it has started without the agent
   * since. Of its former address they need nothing.
   */
  public static long fatClientTimeout(EndpointState state, long millis) {
    KnownJoins known = LocalNode.get().member.known();
    Optional<UUID> host = GossipValues.host(state);
    if (host.filter(one -> known.isFormer(one, state)).isPresent()) {
      return millis;
    }
    if (host.filter(known::isBoundTo).isPresent()) {
      return Long.MAX_VALUE;
    }
    return state.getStatus().equals(GossipValues.PARTIAL_JOIN)
        ? Math.max(
            millis, 2 * IncrementalStreamingAgent.state().options().joiningNodeTimeout().toMillis())
        : millis;
  }

  /**
   * A copy of this node's gossip state for a message of a Paxos repair. Cassandra counts a
   * message's bytes when it is queued and drops it if they are others when it is written; a joining
   * node's state changes all the time, and the repair waits for an answer.
   */
  public static EndpointState stateForMessage(EndpointState state) {
    return new EndpointState(state);
  }
}
