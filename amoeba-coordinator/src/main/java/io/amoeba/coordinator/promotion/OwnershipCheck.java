package io.amoeba.coordinator.promotion;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a server that takes over is the primary, for itself and for everybody else. Pure
 * functions.
 */
public final class OwnershipCheck {

  private OwnershipCheck() {}

  /** Whether the new server says that it is a primary that owns hash slots. */
  public static boolean isPromoted(ClusterView seen, Takeover takeover) {
    return seen.at(takeover.server())
        .filter(server -> server.ownsHashSlots() && server.id().equals(takeover.serverId()))
        .isPresent();
  }

  /**
   * What keeps a replica from being a primary.
   *
   * @throws ClusterFailure if another server has become the primary
   */
  static List<String> notPromoted(ClusterView seen, Takeover takeover) {
    Optional<ServerView> server = seen.at(takeover.server());
    if (server.isEmpty()) {
      return List.of(seen.silence(takeover.server()));
    }
    if (isPromoted(seen, takeover)) {
      return List.of();
    }
    // Servers are asked one after the other: the primary may have been asked after the promotion,
    // and the replica before it.
    boolean handedOver =
        seen.server(takeover.primary())
            .filter(old -> old.own().primaryId().equals(takeover.serverId()))
            .isPresent();
    if (!handedOver) {
      Invariants.check(seen, takeover);
    }
    return List.of(
        "%s is still a replica of %s".formatted(server.get(), takeover.primaryAddress()));
  }

  /** Servers that do not see the new one as the only owner of its hash slots, in words. */
  public static List<String> disagreements(ClusterView seen, Takeover takeover) {
    Optional<ServerView> found = seen.server(takeover.serverId());
    if (found.isEmpty()) {
      return List.of(seen.silence(takeover.server()));
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
      if (other.sees(takeover.primary()).isEmpty() && other.sees(takeover.serverId()).isEmpty()) {
        continue; // no member of the cluster
      }
      List<HashSlotSpan> said =
          other.sees(takeover.serverId()).map(KnownServer::hashSlots).orElse(List.of());
      if (!said.equals(owned)) {
        disagreements.add(
            "%s says that %s owns the hash slots %s, not %s"
                .formatted(other, takeover.server(), HashSlots.text(said), HashSlots.text(owned)));
      }
      if (other.own().primaryId().equals(takeover.primary())) {
        disagreements.add(
            "%s is still a replica of %s".formatted(other, takeover.primaryAddress()));
      }
    }
    seen.server(takeover.primary())
        .filter(ServerView::isPrimary)
        .ifPresent(old -> disagreements.add(old + " says that it is still a primary"));
    return disagreements;
  }

  /** Replicas of the former primary that know the new one as the owner of hash slots. */
  static Set<ServerAddress> replicasOfFormer(ClusterView seen, Takeover takeover) {
    return seen.replicas(takeover.primary()).stream()
        .filter(
            other ->
                other
                    .sees(takeover.serverId())
                    .filter(owner -> !owner.hashSlots().isEmpty())
                    .isPresent())
        .map(ServerView::address)
        .collect(Collectors.toUnmodifiableSet());
  }
}
