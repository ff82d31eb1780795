package io.amoeba.streaming.ring;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.cassandra.db.SystemKeyspace;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;

/**
 * Which host is at which address, by gossip and ring. A host may come back at another address, of
 * which gossip remembers the former one for a while. Safe for concurrent use.
 */
public final class Hosts {

  private Hosts() {}

  /** This node's host id. */
  public static UUID self() {
    UUID known = Rings.current().getHostId(Rings.self());
    return known == null ? SystemKeyspace.getLocalHostId() : known;
  }

  /** The host that gossips from this address; where gossip has said nothing, that of the ring. */
  public static Optional<UUID> at(InetAddressAndPort endpoint) {
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
    Optional<UUID> gossiped = state == null ? Optional.empty() : GossipValues.host(state);
    return gossiped.or(() -> Optional.ofNullable(Rings.current().getHostId(endpoint)));
  }

  /**
   * Those of the addresses whose host has started at another of them later; and former ones of this
   * node.
   */
  public static Set<InetAddressAndPort> former(Collection<InetAddressAndPort> endpoints) {
    Map<UUID, InetAddressAndPort> newest = new HashMap<>();
    newest.put(self(), Rings.self());
    Set<InetAddressAndPort> former = new HashSet<>();
    for (InetAddressAndPort endpoint : endpoints) {
      UUID host = at(endpoint).orElse(null);
      if (host == null) {
        continue;
      }
      InetAddressAndPort other = newest.get(host);
      if (other == null || (!other.equals(Rings.self()) && startedLater(endpoint, other))) {
        newest.put(host, endpoint);
        if (other != null) {
          former.add(other);
        }
      } else if (!endpoint.equals(other)) {
        former.add(endpoint);
      }
    }
    return former;
  }

  private static boolean startedLater(InetAddressAndPort endpoint, InetAddressAndPort other) {
    return generation(endpoint) > generation(other);
  }

  private static int generation(InetAddressAndPort endpoint) {
    @Nullable EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
    return state == null ? 0 : state.getHeartBeatState().getGeneration();
  }
}
