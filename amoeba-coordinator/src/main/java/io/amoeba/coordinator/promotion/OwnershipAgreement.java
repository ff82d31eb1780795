package io.amoeba.coordinator.promotion;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Waits until every server that answers sees a new owner. Confined to one thread. */
public final class OwnershipAgreement {

  private final ClusterAdmin cluster;
  private final Promotion promotion;
  private final Poller poller;

  /** An agreement of all servers of the cluster. */
  public OwnershipAgreement(ClusterAdmin cluster, Promotion promotion, Poller poller) {
    this.cluster = cluster;
    this.promotion = promotion;
    this.poller = poller;
  }

  /**
   * Waits until every server that answers sees the new owner, and replicas follow it.
   *
   * @throws io.amoeba.coordinator.cluster.ClusterFailure if that takes longer than the limit
   */
  public void await(Takeover takeover, Duration limit) throws InterruptedException {
    LeftReplicas left = new LeftReplicas(takeover);
    List<String> missing =
        poller.until(
            limit,
            () -> {
              ClusterView seen = promotion.look(takeover);
              left.reattach(seen);
              return OwnershipCheck.disagreements(seen, takeover);
            });
    if (!missing.isEmpty()) {
      throw takeover.tooLong(limit, missing, "fix this first");
    }
  }

  /**
   * Replicas that still follow the former primary when it is a replica itself. They redirect every
   * read and can never be promoted. Redis 7.2 to 8.8 may leave them so for ever, if they hear of
   * the former primary's new role before they hear of the new primary. Source: redis/redis#15472.
   */
  private final class LeftReplicas {

    private final Takeover takeover;
    private Set<ServerAddress> before = Set.of();

    LeftReplicas(Takeover takeover) {
      this.takeover = takeover;
    }

    /** Lets those follow the new primary that have not done so on their own since the last look. */
    void reattach(ClusterView seen) {
      Set<ServerAddress> now =
          seen.server(takeover.primary())
              .filter(former -> former.own().primaryId().equals(takeover.serverId()))
              .map(former -> OwnershipCheck.replicasOfFormer(seen, takeover))
              .orElse(Set.of());
      now.stream()
          .filter(before::contains)
          .forEach(replica -> cluster.replicate(replica, takeover.serverId()));
      before = now;
    }
  }
}
