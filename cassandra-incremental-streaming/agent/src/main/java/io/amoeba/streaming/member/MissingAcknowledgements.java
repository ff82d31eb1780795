package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.Hosts;
import io.amoeba.streaming.ring.Rings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * Whom another node's join waits for, as far as gossip says: for operators, who can ask any member.
 * The joining node judges by itself.
 */
public final class MissingAcknowledgements {

  private MissingAcknowledgements() {}

  /** Nodes that have not acknowledged the announcement, each with whether it is not up. */
  public static List<String> of(KnownJoin join) {
    Set<InetAddressAndPort> asked = new LinkedHashSet<>(Gossiper.instance.getEndpoints());
    asked.removeAll(Hosts.former(asked));
    asked.remove(join.endpoint());
    return asked.stream()
        .filter(endpoint -> lags(endpoint, join))
        .map(endpoint -> Rings.name(endpoint) + standing(endpoint))
        .sorted()
        .toList();
  }

  private static String standing(InetAddressAndPort endpoint) {
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
    if (state != null && GossipValues.hibernates(state)) {
      return " (hibernates)";
    }
    return isUp(endpoint) ? "" : " (down)";
  }

  static boolean isUp(InetAddressAndPort endpoint) {
    return endpoint.equals(Rings.self()) || Gossiper.instance.getLiveMembers().contains(endpoint);
  }

  private static boolean lags(InetAddressAndPort endpoint, KnownJoin join) {
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
    if (state == null || GossipValues.hasLeft(state)) {
      return false;
    }
    VersionedValue said = state.getApplicationState(GossipValues.MEMBER_STATE);
    return said == null || !acknowledges(said, join);
  }

  private static boolean acknowledges(VersionedValue said, KnownJoin join) {
    try {
      Acknowledgement ack = GossipValues.memberState(said).acknowledgements().get(join.host());
      return ack != null
          && ack.plan().equals(join.last().plan())
          && ack.epoch() >= join.last().epoch();
    } catch (MalformedTextException e) {
      return false;
    }
  }
}
