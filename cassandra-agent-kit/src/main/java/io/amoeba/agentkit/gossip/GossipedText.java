package io.amoeba.agentkit.gossip;

import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/** A text that each node with an agent gossips. Safe for concurrent use. */
public final class GossipedText {

  private final ApplicationState state;

  /**
   * Of an agent.
   *
   * @param state that Cassandra itself does not use, nor another agent
   */
  public GossipedText(ApplicationState state) {
    this.state = state;
  }

  /** Tells the other nodes; false when gossip has not started yet. */
  public boolean tell(String text) {
    InetAddressAndPort self = FBUtilities.getBroadcastAddressAndPort();
    if (Gossiper.instance.getEndpointStateForEndpoint(self) == null) {
      return false;
    }
    Gossiper.instance.addLocalApplicationState(state, value(text));
    return true;
  }

  /** What a node tells; null: it has no agent, or is not known. Does not allocate. */
  public @Nullable String of(InetAddressAndPort node) {
    EndpointState gossiped = Gossiper.instance.getEndpointStateForEndpoint(node);
    VersionedValue value = gossiped == null ? null : gossiped.getApplicationState(state);
    return value == null ? null : value.value;
  }

  /** A text as gossip carries it, newer than all that this node has gossiped. */
  public static VersionedValue value(String text) {
    return StorageService.instance.valueFactory.cloneWithHigherVersion(
        VersionedValue.unsafeMakeVersionedValue(text, 0));
  }
}
