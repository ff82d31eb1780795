package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterFailure.Kind;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.List;
import java.util.Optional;

/** What must not change until the new server is promoted. Pure functions. */
final class Invariants {

  private Invariants() {}

  /**
   * Checks what servers that answer say.
   *
   * @throws ClusterFailure if another actor has changed something
   */
  static void check(ClusterView seen, OpenReplacement open) {
    seen.server(open.primary()).ifPresent(primary -> check(primary, open));
    seen.at(open.server()).ifPresent(server -> check(server, open, seen.server(open.primary())));
  }

  private static void check(ServerView primary, OpenReplacement open) {
    if (primary.own().primaryId().equals(open.serverId())) {
      throw promoted(primary, open);
    }
    if (!primary.isPrimary()) {
      throw changed(
          primary,
          "%s is a replica of %s now, after a failover by another actor"
              .formatted(primary, primary.own().primaryId()));
    }
    if (!primary.own().hashSlots().equals(open.hashSlots())) {
      throw changed(
          primary,
          "%s owns the hash slots %s now, not %s: another tool has moved some"
              .formatted(
                  primary,
                  HashSlots.text(primary.own().hashSlots()),
                  HashSlots.text(open.hashSlots())));
    }
    // A join may settle equal epochs, so the epoch counts only afterwards.
    if (open.phase() != ReplacementPhase.JOINING && primary.own().epoch() != open.epoch()) {
      throw changed(
          primary,
          "%s claims its hash slots with epoch %d now, not %d, after a failover or a move by another actor"
              .formatted(primary, primary.own().epoch(), open.epoch()));
    }
    if (primary.transitions().size() > 0) {
      throw changed(
          primary,
          "%s has %d open hash slots: another tool moves them"
              .formatted(primary, primary.transitions().size()));
    }
  }

  private static void check(ServerView server, OpenReplacement open, Optional<ServerView> primary) {
    if (!server.id().equals(open.serverId())) {
      throw changed(
          server,
          "%s is another server than the %s at the start of the replacement"
              .formatted(server, open.serverId()));
    }
    if (server.ownsHashSlots()) {
      throw promoted(server, open);
    }
    if (!server.isPrimary() && !server.own().primaryId().equals(open.primary())) {
      throw changed(
          server,
          "%s is a replica of %s, not of %s"
              .formatted(server, server.own().primaryId(), open.primary()));
    }
    List<KnownServer> foreign = primary.map(server::ofAnotherCluster).orElse(List.of());
    if (open.phase() == ReplacementPhase.JOINING && !foreign.isEmpty()) {
      throw changed(
          server,
          "%s knows %s, which %s does not know: it may belong to another cluster"
              .formatted(server, foreign.get(0).address(), open.primaryAddress()));
    }
  }

  private static ClusterFailure promoted(ServerView says, OpenReplacement open) {
    return new ClusterFailure(
        Kind.CHANGED,
        "%s reports that %s is already the primary, by an automatic failover or by another actor"
            .formatted(says, open.server()),
        "the coordinator completes the replacement");
  }

  private static ClusterFailure changed(ServerView server, String text) {
    return new ClusterFailure(Kind.CHANGED, text, "the coordinator rolls it back; then plan again");
  }
}
