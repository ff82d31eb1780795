package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether the new server is the primary, for itself and for everybody else. Pure functions. */
final class OwnershipCheck {

  private OwnershipCheck() {}

  /** Whether the new server says that it is a primary that owns hash slots. */
  static boolean isPromoted(ClusterView seen, OpenReplacement open) {
    return seen.at(open.server())
        .filter(server -> server.ownsHashSlots() && server.id().equals(open.serverId()))
        .isPresent();
  }

  /**
   * What keeps a replica from being a primary.
   *
   * @throws ClusterFailure if another server has become the primary
   */
  static List<String> notPromoted(ClusterView seen, OpenReplacement open) {
    Optional<ServerView> server = seen.at(open.server());
    if (server.isEmpty()) {
      return List.of(seen.silence(open.server()));
    }
    if (isPromoted(seen, open)) {
      return List.of();
    }
    // Servers are asked one after the other: the primary may have been asked after the promotion,
    // and the replica before it.
    boolean handedOver =
        seen.server(open.primary())
            .filter(old -> old.own().primaryId().equals(open.serverId()))
            .isPresent();
    if (!handedOver) {
      Invariants.check(seen, open);
    }
    return List.of("%s is still a replica of %s".formatted(server.get(), open.primaryAddress()));
  }

  /** Servers that do not see the new one as the only owner of its hash slots, in words. */
  static List<String> disagreements(ClusterView seen, OpenReplacement open) {
    Optional<ServerView> found = seen.server(open.serverId());
    if (found.isEmpty()) {
      return List.of(seen.silence(open.server()));
    }
    ServerView server = found.get();
    if (!server.ownsHashSlots()) {
      return List.of(
          "%s is a %s without hash slots: another actor has failed over again"
              .formatted(server, server.isPrimary() ? "primary" : "replica"));
    }
    List<String> disagreements = new ArrayList<>();
    List<HashSlotSpan> owned = server.own().hashSlots();
    for (ServerView other : seen.servers()) {
      if (other.sees(open.primary()).isEmpty() && other.sees(open.serverId()).isEmpty()) {
        continue; // no member of the cluster
      }
      List<HashSlotSpan> said =
          other.sees(open.serverId()).map(KnownServer::hashSlots).orElse(List.of());
      if (!said.equals(owned)) {
        disagreements.add(
            "%s says that %s owns the hash slots %s, not %s"
                .formatted(other, open.server(), HashSlots.text(said), HashSlots.text(owned)));
      }
      if (other.own().primaryId().equals(open.primary())) {
        disagreements.add("%s is still a replica of %s".formatted(other, open.primaryAddress()));
      }
    }
    seen.server(open.primary())
        .filter(ServerView::isPrimary)
        .ifPresent(old -> disagreements.add(old + " says that it is still a primary"));
    return disagreements;
  }

  /** Replicas of the former primary that know the new one as the owner of hash slots. */
  static Set<ServerAddress> replicasOfFormer(ClusterView seen, OpenReplacement open) {
    return seen.replicas(open.primary()).stream()
        .filter(
            other ->
                other
                    .sees(open.serverId())
                    .filter(owner -> !owner.hashSlots().isEmpty())
                    .isPresent())
        .map(ServerView::address)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** What keeps the former primary from leaving the cluster, in words. */
  static List<String> notDecommissionable(ClusterView seen, OpenReplacement open) {
    List<String> missing = new ArrayList<>(disagreements(seen, open));
    // A silent server cannot be told to forget it, and would announce it to the others again.
    seen.silences()
        .forEach(
            silence ->
                missing.add(
                    silence + ", or CLUSTER FORGET it everywhere if it is gone permanently"));
    return missing;
  }
}
