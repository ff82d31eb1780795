package io.amoeba.coordinator.promotion;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a replica may be told to take over: it has its primary's data but for a small rest, also
 * in its append-only file, and the memory for it, and every primary knows it as the replica that it
 * is, or would not vote for it. Pure functions.
 *
 * <p>A server that has copied a primary rewrites its append-only file, and until the end of that
 * has the former one on its disk (restartAOFAfterSYNC, AOF_WAIT_REWRITE): that of an empty server.
 * A primary that ended then would start without its keys, and its replicas would copy that.
 */
final class SyncCheck {

  private SyncCheck() {}

  /** What is missing, in words. */
  static List<String> missing(ClusterView seen, Takeover takeover, long lagBytes) {
    List<String> missing = new ArrayList<>();
    Optional<ServerView> primary = seen.server(takeover.primary());
    Optional<ServerView> replica = seen.at(takeover.server());
    if (primary.isEmpty()) {
      missing.add(seen.silence(takeover.primaryAddress()));
    } else {
      for (KnownServer other : primary.get().others()) {
        boolean votes = other.isPrimary() && !other.hashSlots().isEmpty();
        if (votes && seen.server(other.id()).isEmpty()) {
          missing.add(seen.silence(other.address()));
        }
      }
    }
    if (replica.isEmpty()) {
      missing.add(seen.silence(takeover.server()));
      return missing;
    }
    missing.addAll(ofReplica(replica.get(), takeover));
    if (missing.isEmpty()) {
      long lag =
          primary.orElseThrow().replication().offset() - replica.get().replication().offset();
      if (lag > lagBytes) {
        missing.add(
            "%s is %d bytes behind, not %d or less: let clients write less, or allow more"
                .formatted(takeover.server(), lag, lagBytes));
      }
    }
    primary
        .flatMap(p -> replica.get().lowerMemory(p))
        .filter(own -> own.usedBytes() > own.mostBytes().orElseThrow())
        .ifPresent(
            own ->
                missing.add(
                    "%s uses %d bytes, and may use %d as a primary: raise its maxmemory"
                        .formatted(replica.get(), own.usedBytes(), own.mostBytes().orElseThrow())));
    missing.addAll(ofPrimaries(seen, takeover));
    return missing;
  }

  private static List<String> ofReplica(ServerView replica, Takeover takeover) {
    if (replica.isPrimary()) {
      return List.of("%s is no replica of %s yet".formatted(replica, takeover.primaryAddress()));
    }
    if (replica.replication().syncing()) {
      return List.of(
          "%s still copies the data of %s".formatted(replica, takeover.primaryAddress()));
    }
    if (!replica.replication().linkUp()) {
      return List.of(
          ("%s has no link to %s: see the logs of both, its masterauth and masteruser, and the"
                  + " primary's client-output-buffer-limit replica")
              .formatted(replica, takeover.primaryAddress()));
    }
    if (replica.work().appendOnly().on() && replica.work().does(UpkeepKind.REWRITE)) {
      return List.of(
          ("%s rewrites its append-only file: what it has copied is not all there before, and would be"
                  + " lost if it ended as a primary")
              .formatted(replica));
    }
    return replica.clusterWorks()
        ? List.of()
        : List.of("%s says that the cluster does not work (CLUSTER INFO)".formatted(replica));
  }

  private static List<String> ofPrimaries(ClusterView seen, Takeover takeover) {
    List<String> missing = new ArrayList<>();
    for (ServerView owner : seen.owners()) {
      if (!owner.clusterWorks()) {
        missing.add("%s says that the cluster does not work (CLUSTER INFO)".formatted(owner));
      }
      boolean knows =
          owner.trusts(takeover.serverId())
              && owner
                  .sees(takeover.serverId())
                  .filter(known -> known.primaryId().equals(takeover.primary()))
                  .isPresent();
      if (!knows) {
        missing.add(
            "%s does not know %s as a replica of %s yet"
                .formatted(owner, takeover.server(), takeover.primaryAddress()));
      }
    }
    return missing;
  }
}
