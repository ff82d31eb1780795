package io.amoeba.streaming.member;

import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.Hosts;
import io.amoeba.streaming.ring.Rings;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.InetAddressAndPort;

/** Nodes with the agent that have started, and not said yet how they join: for operators. */
public final class StartingNodes {

  private StartingNodes() {}

  public static Set<InetAddressAndPort> all() {
    Set<InetAddressAndPort> all = new LinkedHashSet<>(Gossiper.instance.getEndpoints());
    all.removeAll(Hosts.former(all));
    all.remove(Rings.self());
    all.removeIf(endpoint -> !isOne(endpoint));
    return all;
  }

  private static boolean isOne(InetAddressAndPort endpoint) {
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
    return state != null
        && state.isAlive()
        && GossipValues.runsAgent(state)
        && state.getStatus().isEmpty()
        && !Rings.current().isMember(endpoint);
  }
}
