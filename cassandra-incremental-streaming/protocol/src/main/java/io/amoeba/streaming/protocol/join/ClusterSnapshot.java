package io.amoeba.streaming.protocol.join;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The cluster as the joining node knows it at one moment.
 *
 * @param members every other host, once, that may coordinate requests, up or down, in the ring or
 *     not, also those of which gossip has said nothing since this start (system.peers_v2 knows
 *     them)
 * @param fingerprint changes whenever replicas may: replication settings of any keyspace, and
 *     tokens, racks and data centres of every other node
 * @param otherChange another node's stock join, move or departure that is under way, in words
 * @param rivals other hosts that join incrementally
 */
public record ClusterSnapshot(
    List<Member> members,
    String fingerprint,
    Optional<String> otherChange,
    List<RivalJoin> rivals) {

  public ClusterSnapshot {
    members = List.copyOf(members);
    rivals = List.copyOf(rivals);
  }

  /** One of those that join incrementally, if there is such a one. */
  public Optional<RivalJoin> rival(Predicate<RivalJoin> wanted) {
    return rivals.stream().filter(wanted).findFirst();
  }
}
