package io.amoeba.streaming.protocol.join;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
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

  /**
   * Another node's incremental join, as this joining node's gossip has it. Two can begin at the
   * same time, when neither has heard of the other yet.
   *
   * @param endpoint its address
   * @param plan its plan
   * @param serves whether it has done any token
   * @param pending whether it has announced any as pending
   */
  public record RivalJoin(String endpoint, UUID plan, boolean serves, boolean pending) {

    /** One of both goes first, and both come to the same answer from what they gossip. */
    boolean goesBefore(JoinRecord own) {
      boolean ownServes = !own.done().isEmpty();
      return serves == ownServes ? plan.compareTo(own.plan()) < 0 : serves;
    }
  }
}
