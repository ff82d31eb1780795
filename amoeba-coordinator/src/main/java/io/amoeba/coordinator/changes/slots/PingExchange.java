package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Knows when all messages have arrived that some primaries and the other nodes had sent each other
 * before the first look. Two nodes have two connections, one for the pings of each, and a message
 * on the one may overtake a message on the other. On each of them messages keep their order. So
 * once a node has an answer to a ping that it sent after the first look, everything older has
 * arrived that either of the two had sent on that connection. Confined to one thread. Source:
 * clusterSendPing, clusterBroadcastPong and clusterSendUpdate of Redis 6.2 to 8.6 and Valkey 7.2 to
 * 9.1.
 */
final class PingExchange {

  /** Which node pings which other one. */
  private record Pair(String node, String peer) {}

  /** How many answers are missing, and when the last one came. */
  private record Missing(int answers, long lastMillis) {
    /** An answer to a ping that was already under way proves nothing; the one after it does. */
    static Missing first(Pings seen) {
      return new Missing(seen.isPending() ? 2 : 1, seen.answeredMillis());
    }

    Missing after(Pings seen) {
      boolean answered = seen.answeredMillis() != lastMillis && seen.isOwnAnswer();
      return new Missing(answers - (answered ? 1 : 0), seen.answeredMillis());
    }
  }

  private final Set<String> primaries;
  private final Map<Pair, Missing> missing = new HashMap<>();

  PingExchange(Set<String> primaries) {
    this.primaries = Set.copyOf(primaries);
  }

  /** A pair of nodes between which older messages may be under way; empty: there is none. */
  Optional<String> unanswered(ClusterView seen) {
    Optional<String> first = Optional.empty();
    List<ServerView> nodes = seen.servers();
    for (ServerView node : nodes) {
      for (ServerView peer : nodes) {
        boolean concerned = primaries.contains(node.id()) || primaries.contains(peer.id());
        if (concerned && !node.id().equals(peer.id()) && !isAnswered(node, peer)) {
          first = Optional.of("%s has no new answer from %s".formatted(node, peer));
        }
      }
    }
    return first;
  }

  private boolean isAnswered(ServerView node, ServerView peer) {
    Optional<Pings> seen = node.sees(peer.id()).map(KnownServer::pings);
    if (seen.isEmpty()) {
      return false;
    }
    Pings pings = seen.get();
    Missing now =
        missing.compute(
            new Pair(node.id(), peer.id()),
            (pair, before) -> before == null ? Missing.first(pings) : before.after(pings));
    return now.answers() <= 0;
  }
}
