package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which servers can take part in a migration of hash slots, and whether older claims of the hash
 * slots could still win, by one view of the cluster. Pure functions.
 */
final class ClaimRules {

  private ClaimRules() {}

  /** Why a server cannot take part in a migration, if it cannot. */
  static Optional<String> problemOf(String id, ClusterView seen) {
    if (seen.primary(id).isPresent()) {
      return Optional.empty();
    }
    if (seen.server(id).isPresent()) {
      return Optional.of(
          id + " is a replica of " + seen.successor(id) + " now: plan the moves again");
    }
    return Optional.of(
        id
            + " is no primary that answers: start it again, or plan without it. Without an answer: "
            + (seen.silent().isEmpty() ? "nobody" : String.join(", ", seen.silences())));
  }

  /**
   * Why a primary could not keep a hash slot that it takes from another one now, or why its new
   * epoch could cost a third one a hash slot. Two that have come to the same epoch settle that when
   * they hear of each other.
   *
   * @param ownerless hash slots that nobody owns
   */
  static Optional<String> unsettled(
      String taker, String giver, Set<Integer> ownerless, ClusterView seen) {
    return problemOf(taker, seen)
        .or(() -> problemOf(giver, seen))
        .or(() -> unheard(seen))
        .or(() -> sameEpoch(seen))
        .or(() -> overrated(taker, ownerless, seen));
  }

  private static Optional<String> sameEpoch(ClusterView seen) {
    Map<Long, ServerView> byEpoch = new HashMap<>();
    for (ServerView primary : seen.primaries()) {
      ServerView other = byEpoch.put(primary.own().epoch(), primary);
      if (other != null) {
        return Optional.of("%s and %s have the same epoch".formatted(other, primary));
      }
    }
    return Optional.empty();
  }

  /** A server that has not heard of a primary's epoch; empty: all have heard of all. */
  private static Optional<String> unheard(ClusterView seen) {
    return seen.primaries().stream().flatMap(of -> unheardOf(of.id(), seen).stream()).findFirst();
  }

  /** A server that has not heard of the epoch of this primary, which answers; empty: all have. */
  static Optional<String> unheardOf(String id, ClusterView seen) {
    Optional<String> problem = problemOf(id, seen);
    if (problem.isPresent()) {
      return problem;
    }
    ServerView of = seen.primary(id).orElseThrow();
    return seen.servers().stream()
        .filter(server -> server.epochOf(id) < of.own().epoch())
        .findFirst()
        .map(server -> "%s does not know the epoch of %s".formatted(server, of));
  }

  /** A server that believes that a primary owns what it does not own; empty: there is none. */
  private static Optional<String> overrated(String id, Set<Integer> ownerless, ClusterView seen) {
    ServerView of = seen.primary(id).orElseThrow();
    BitSet own = of.own().owned();
    ownerless.forEach(own::set);
    for (ServerView server : seen.servers()) {
      BitSet more = server.ownedBy(id);
      more.andNot(own);
      if (!more.isEmpty()) {
        return Optional.of(
            "%s believes that %s owns hash slot %d".formatted(server, of, more.nextSetBit(0)));
      }
    }
    return Optional.empty();
  }
}
