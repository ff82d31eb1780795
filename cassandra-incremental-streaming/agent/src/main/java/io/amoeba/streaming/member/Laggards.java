package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.Rings;
import java.util.List;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * Whom another node's join waits for, as far as gossip says: for operators, who can ask any member.
 * The joining node judges by itself.
 */
public final class Laggards {

  private Laggards() {}

  /** Nodes that have not acknowledged the announcement, each with whether it is not up. */
  public static List<String> of(InetAddressAndPort joining, Announcement last) {
    return Gossiper.instance.getEndpoints().stream()
        .filter(endpoint -> !endpoint.equals(joining))
        .filter(endpoint -> lags(endpoint, joining, last))
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

  private static boolean lags(
      InetAddressAndPort endpoint, InetAddressAndPort joining, Announcement last) {
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
    if (state == null || GossipValues.hasLeft(state)) {
      return false;
    }
    VersionedValue said = state.getApplicationState(GossipValues.MEMBER_STATE);
    return said == null || !acknowledges(said, Rings.name(joining), last);
  }

  private static boolean acknowledges(VersionedValue said, String joining, Announcement last) {
    try {
      return GossipValues.memberState(said).acknowledgements().entrySet().stream()
          .filter(entry -> entry.getKey().equals(joining))
          .map(entry -> entry.getValue())
          .anyMatch(ack -> ack.plan().equals(last.plan()) && ack.epoch() >= last.epoch());
    } catch (MalformedTextException e) {
      return false;
    }
  }
}
