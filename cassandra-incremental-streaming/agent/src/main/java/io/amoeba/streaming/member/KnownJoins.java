package io.amoeba.streaming.member;

import io.amoeba.streaming.protocol.member.FollowedJoins;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.JoinFollower;
import io.amoeba.streaming.ring.Hosts;
import io.amoeba.streaming.ring.Rings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cassandra.gms.EndpointState;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a member knows of other nodes' joins. Safe for concurrent use. */
public final class KnownJoins {

  private static final Logger logger = LoggerFactory.getLogger(KnownJoins.class);

  private final FollowedJoins joins;
  private final NewMembers newMembers = new NewMembers();

  KnownJoins(FollowedJoins joins) {
    this.joins = joins;
  }

  /** The running ones, each at its node's present address. */
  public List<KnownJoin> all() {
    List<KnownJoin> all = new ArrayList<>();
    joins.forEach(
        (host, follower) -> {
          HeldJoin held = follower.held();
          if (!held.endpoint().isEmpty()) {
            held.announcement()
                .ifPresent(
                    last -> all.add(new KnownJoin(host, Rings.endpoint(held.endpoint()), last)));
          }
        });
    return all;
  }

  /** Those of which anything is pending or done: none that was given up before its first step. */
  public List<KnownJoin> pending() {
    return all().stream()
        .filter(join -> !join.last().done().isEmpty() || !isGivenUp(join.host()))
        .toList();
  }

  private boolean isGivenUp(UUID host) {
    return joins
        .of(host)
        .map(JoinFollower::held)
        .filter(held -> held.broken() && held.held().isEmpty())
        .isPresent();
  }

  /** The nodes that may own tokens by now which they did not own when they said so last. */
  Set<InetAddressAndPort> aboutToOwn() {
    return all().stream()
        .filter(join -> !join.last().confirming().isEmpty())
        .map(KnownJoin::endpoint)
        .collect(Collectors.toSet());
  }

  /** Whether the host joins. */
  public boolean follows(UUID host) {
    return joins.of(host).filter(known -> known.held().announcement().isPresent()).isPresent();
  }

  /** A node that has joined is a full member. */
  void joined(InetAddressAndPort endpoint) {
    newMembers.add(endpoint, System.nanoTime());
  }

  /**
   * Whether the severity that a node gossips is that of a replica which gets faster: it joins, or
   * has just joined. Others are slow because they work.
   */
  public boolean getsFaster(InetAddressAndPort endpoint) {
    return newMembers.contains(endpoint, System.nanoTime())
        || at(endpoint).filter(known -> known.held().announcement().isPresent()).isPresent();
  }

  /** Whether the host may come back as a replica of what it has announced. */
  public boolean isBoundTo(UUID host) {
    return joins.of(host).filter(known -> known.held().isBound()).isPresent();
  }

  /**
   * Whether gossip says this of an address at which its host is no more: the host joins, and is
   * elsewhere, or is this node.
   */
  public boolean isFormer(UUID host, EndpointState state) {
    EndpointState present =
        joins.of(host).map(known -> gossip(known.held().endpoint())).orElse(null);
    return host.equals(Hosts.self()) || (present != null && present != state);
  }

  /**
   * Whether another node's BOOT would throw away tokens that it serves, or that are served there.
   */
  public boolean refusesBoot(InetAddressAndPort endpoint) {
    boolean serves =
        Stream.concat(at(endpoint).stream(), joins.at(Rings.name(endpoint)).stream())
            .map(JoinFollower::held)
            .anyMatch(
                held -> held.announcement().filter(last -> !last.done().isEmpty()).isPresent());
    if (serves) {
      logger.error(
          "{} gossips BOOT, but serves tokens of an incremental join: ignored. Start it with the"
              + " agent to continue, or remove it (nodetool removenode) before it joins again",
          endpoint);
    }
    return serves;
  }

  /** Whether another node's NORMAL is that of a host which was removed while it joined. */
  public boolean refusesNormal(InetAddressAndPort endpoint) {
    boolean removed = at(endpoint).filter(follower -> follower.held().isVoid()).isPresent();
    if (removed) {
      logger.error(
          "{} gossips NORMAL, but was removed while it joined: ignored. Stop it and delete all its"
              + " data before it joins again",
          endpoint);
    }
    return removed;
  }

  /** The join of the host at this address. */
  Optional<JoinFollower> at(InetAddressAndPort endpoint) {
    return Hosts.at(endpoint).flatMap(joins::of);
  }

  static @Nullable EndpointState gossip(String endpoint) {
    return endpoint.isEmpty()
        ? null
        : Gossiper.instance.getEndpointStateForEndpoint(Rings.endpoint(endpoint));
  }
}
