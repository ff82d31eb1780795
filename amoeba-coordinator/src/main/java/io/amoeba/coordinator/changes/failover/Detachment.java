package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes a replica, or a member without hash slots, out of the cluster: it is empty afterwards, and
 * no other server knows it. May be repeated from wherever it stands. Confined to one thread.
 */
final class Detachment {

  private final ClusterAdmin cluster;

  Detachment(ClusterAdmin cluster) {
    this.cluster = cluster;
  }

  /*
   * The server is reset first, and forgotten afterwards. The other way round, a replica that wins an
   * election at that moment would be a primary that nobody knows, while the former primary goes on:
   * both would take writes. A reset is one step within the server: before it, it may still be
   * promoted, and the reset is then refused, because it has keys; after it, it has no primary, no
   * data, and no cluster.
   *
   * Were the primary of the replica dead, the replica could be the last copy of the data: it is left
   * alone as long as its primary does not answer as an owner of hash slots.
   *
   * The reset changes the server's id (HARD). So whoever still knows the old id finds another server
   * at its address and gives it up, instead of making it a member again; and it may be met again at
   * once, although members do not listen to gossip about an id that they have forgotten for 60 s.
   */

  /**
   * Does what can be done now.
   *
   * @param id the server's id before it was reset
   * @return what is not done yet, in words; empty: nothing. A server that has failed is forgotten
   *     alone
   * @throws ClusterFailure if the server owns hash slots or is a primary with keys
   */
  List<String> step(ClusterView seen, ServerAddress address, String id) {
    Optional<ServerView> server = seen.at(address);
    if (server.isEmpty()) {
      return seen.isGone(id) ? forget(seen, address, id) : List.of(seen.silence(address));
    }
    if (server.get().id().equals(id) || !server.get().others().isEmpty()) {
      return reset(seen, server.get());
    }
    return forget(seen, address, id);
  }

  private List<String> reset(ClusterView seen, ServerView server) {
    if (server.ownsHashSlots()) {
      throw new ClusterFailure(
          ClusterFailure.Kind.CHANGED,
          "%s owns the hash slots %s, so it is not reset: another actor has failed over"
              .formatted(server, HashSlots.text(server.own().hashSlots())),
          "");
    }
    if (server.isPrimary() && server.keys() > 0) {
      throw new ClusterFailure(
          ClusterFailure.Kind.CHANGED,
          "%s is a primary with %d keys, so it is not reset".formatted(server, server.keys()),
          "see what they are, and empty it (FLUSHALL)");
    }
    boolean lastCopy =
        !server.isPrimary()
            && seen.server(server.own().primaryId()).filter(ServerView::ownsHashSlots).isEmpty();
    if (lastCopy) {
      return List.of(
          "%s is not reset, since its primary %s does not answer: it may hold the last copy of the data"
              .formatted(server, server.own().primaryId()));
    }
    cluster.reset(server.address());
    return List.of(server + " has just been reset");
  }

  /** Tells every member that answers, whatever else the address was known by. */
  private List<String> forget(ClusterView seen, ServerAddress address, String id) {
    List<String> told = new ArrayList<>();
    for (ServerView member : seen.without(address)) {
      for (KnownServer known : member.others()) {
        if (known.id().equals(id) || known.address().equals(address)) {
          cluster.forget(member.address(), known.id());
          told.add("%s has just received CLUSTER FORGET for %s".formatted(member, known.id()));
        }
      }
    }
    return told;
  }
}
