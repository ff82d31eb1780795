package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.join.ClusterSnapshot;
import io.amoeba.streaming.protocol.join.ClusterSnapshot.RivalJoin;
import io.amoeba.streaming.protocol.join.JoinPorts.ClusterView;
import io.amoeba.streaming.protocol.join.Member;
import io.amoeba.streaming.protocol.progress.NodeReport;
import io.amoeba.streaming.ring.GossipValues;
import io.amoeba.streaming.ring.Hosts;
import io.amoeba.streaming.ring.Rings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.gms.ApplicationState;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.gms.VersionedValue;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.TokenMetadata;
import org.apache.cassandra.schema.Schema;
import org.jspecify.annotations.Nullable;

/** The cluster as gossip, ring and schema say. Confined to the join's thread. */
final class GossipCluster implements ClusterView {

  private final Eligibility eligibility;

  GossipCluster(Eligibility eligibility) {
    this.eligibility = eligibility;
  }

  @Override
  public ClusterSnapshot snapshot() {
    List<Member> members = new ArrayList<>();
    Set<InetAddressAndPort> others = others();
    for (InetAddressAndPort endpoint : others) {
      members.add(member(endpoint, Gossiper.instance.getEndpointStateForEndpoint(endpoint)));
    }
    return new ClusterSnapshot(
        members,
        fingerprint(),
        otherChange(others)
            .or(
                () ->
                    eligibility
                        .lasting()
                        .map(obstacle -> "an obstacle to go away: " + obstacle.words())),
        rivals(others));
  }

  private static List<RivalJoin> rivals(Set<InetAddressAndPort> others) {
    List<RivalJoin> rivals = new ArrayList<>();
    for (InetAddressAndPort endpoint : others) {
      announcement(endpoint)
          .ifPresent(
              last ->
                  rivals.add(
                      new RivalJoin(
                          Rings.name(endpoint),
                          last.plan(),
                          !last.done().isEmpty(),
                          !last.pending().isEmpty())));
    }
    return rivals;
  }

  private static Optional<Announcement> announcement(InetAddressAndPort endpoint) {
    return Optional.ofNullable(Gossiper.instance.getEndpointStateForEndpoint(endpoint))
        .flatMap(GossipValues::announcement);
  }

  private static boolean joinsUnreadably(InetAddressAndPort endpoint) {
    EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
    return state != null && GossipValues.joinsUnreadably(state);
  }

  /** Every other host, at its newest address. */
  private static Set<InetAddressAndPort> others() {
    Set<InetAddressAndPort> others = new LinkedHashSet<>(Rings.current().getAllEndpoints());
    for (InetAddressAndPort endpoint : Gossiper.instance.getEndpoints()) {
      EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
      if (state != null && (GossipValues.hasLeft(state) || hasWithdrawn(state))) {
        others.remove(endpoint);
      } else {
        others.add(endpoint);
      }
    }
    others.removeAll(Hosts.former(others));
    others.remove(Rings.self());
    return others;
  }

  /**
   * A node that ended with nothing done nor pending has served no client, and when it comes back it
   * is given the joins first of all (the shadow round).
   */
  private static boolean hasWithdrawn(EndpointState state) {
    return !state.isAlive()
        && GossipValues.announcement(state).filter(Announcement::isEmpty).isPresent();
  }

  private static Member member(InetAddressAndPort endpoint, @Nullable EndpointState state) {
    String host = Hosts.at(endpoint).map(UUID::toString).orElse(Rings.name(endpoint));
    if (state == null) {
      return new Member(
          host,
          Rings.name(endpoint),
          false,
          false,
          false,
          "unknown",
          0,
          null,
          Truncations.NONE,
          0,
          0);
    }
    Optional<MemberState> said = said(state);
    boolean hibernates = GossipValues.hibernates(state);
    return new Member(
        host,
        Rings.name(endpoint),
        state.isAlive() && !hibernates,
        hibernates,
        said.isPresent(),
        text(state, ApplicationState.RELEASE_VERSION).orElse("unknown"),
        state.getHeartBeatState().getGeneration(),
        said.map(member -> member.acknowledgements().get(Hosts.self())).orElse(null),
        said.map(MemberState::truncations).orElse(Truncations.NONE),
        text(state, ApplicationState.LOAD).map(GossipCluster::load).orElse(0.0),
        GossipValues.report(state).map(NodeReport::pendingCompactions).orElse(0));
  }

  /** Only compared, so that any number will do where a node says none. */
  static double load(String said) {
    try {
      double load = Double.parseDouble(said);
      return load >= 0 && load < Double.POSITIVE_INFINITY ? load : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static Optional<MemberState> said(EndpointState state) {
    try {
      return Optional.ofNullable(state.getApplicationState(GossipValues.MEMBER_STATE))
          .map(GossipValues::memberState)
          .filter(member -> member.protocolVersion() == MemberState.PROTOCOL_VERSION);
    } catch (MalformedTextException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(EndpointState state, ApplicationState key) {
    VersionedValue value = state.getApplicationState(key);
    return value == null ? Optional.empty() : Optional.of(value.value);
  }

  /** Everything that decides replicas, except this node's own tokens. */
  private static String fingerprint() {
    StringBuilder text = new StringBuilder();
    for (String keyspace : Schema.instance.distributedKeyspaces().names()) {
      text.append(keyspace)
          .append(Keyspace.open(keyspace).getMetadata().params.replication)
          .append('\n');
    }
    TokenMetadata ring = Rings.copy();
    TreeMap<Token, InetAddressAndPort> tokens = new TreeMap<>();
    ring.getEndpointToTokenMapForReading()
        .forEach((endpoint, token) -> tokens.put(token, endpoint));
    tokens.values().removeIf(Rings.self()::equals);
    text.append(tokens);
    for (InetAddressAndPort endpoint : new java.util.TreeSet<>(tokens.values())) {
      text.append(endpoint).append(ring.getTopology().getLocation(endpoint));
    }
    return Integer.toHexString(text.toString().hashCode()) + "-" + text.length();
  }

  private static Optional<String> otherChange(Set<InetAddressAndPort> others) {
    TokenMetadata ring = Rings.current();
    Set<InetAddressAndPort> joining = new LinkedHashSet<>(ring.getBootstrapTokens().valueSet());
    joining.remove(Rings.self());
    joining.removeIf(endpoint -> announcement(endpoint).isPresent());
    if (!joining.isEmpty()) {
      return Optional.of("joining: " + joining);
    }
    Set<InetAddressAndPort> unreadable = new LinkedHashSet<>(others);
    unreadable.removeIf(endpoint -> !joinsUnreadably(endpoint));
    if (!unreadable.isEmpty()) {
      return Optional.of(
          "joining in a way that this agent does not understand, so that it waits: " + unreadable);
    }
    if (ring.getSizeOfLeavingEndpoints() > 0) {
      return Optional.of("leaving: " + ring.getLeavingEndpoints());
    }
    if (ring.getSizeOfMovingEndpoints() > 0) {
      return Optional.of("moving: " + ring.getMovingEndpoints());
    }
    Set<InetAddressAndPort> unknown = hibernatingOutside(ring, others);
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of("hibernating, so that this node does not know their tokens: " + unknown);
  }

  /**
   * Cassandra takes no tokens of a hibernating node into a ring that does not have them from
   * before, as all members' rings have: replicas would not be the same here and there.
   */
  private static Set<InetAddressAndPort> hibernatingOutside(
      TokenMetadata ring, Set<InetAddressAndPort> others) {
    Set<InetAddressAndPort> unknown = new LinkedHashSet<>();
    for (InetAddressAndPort endpoint : others) {
      EndpointState state = Gossiper.instance.getEndpointStateForEndpoint(endpoint);
      if (state != null && GossipValues.hibernates(state) && !ring.isMember(endpoint)) {
        unknown.add(endpoint);
      }
    }
    return unknown;
  }
}
