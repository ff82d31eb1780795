package io.amoeba.coordinator.promotion;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterFailure.Kind;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.OptionalLong;

/** What must not change until a server that takes over is promoted. Pure functions. */
public final class Invariants {

  private Invariants() {}

  /**
   * Checks what servers that answer say.
   *
   * @throws ClusterFailure if another actor has changed something
   */
  public static void check(ClusterView seen, Takeover takeover) {
    seen.server(takeover.primary()).ifPresent(primary -> checkPrimary(primary, takeover));
    seen.at(takeover.server()).ifPresent(server -> checkServer(server, takeover));
  }

  private static void checkPrimary(ServerView primary, Takeover takeover) {
    if (primary.own().primaryId().equals(takeover.serverId())) {
      throw promoted(primary, takeover);
    }
    if (!primary.isPrimary()) {
      throw changed(
          "%s is a replica of %s now, after a failover by another actor"
              .formatted(primary, primary.own().primaryId()));
    }
    if (!primary.own().hashSlots().equals(takeover.hashSlots())) {
      throw changed(
          "%s owns the hash slots %s now, not %s: another tool has moved some"
              .formatted(
                  primary,
                  HashSlots.text(primary.own().hashSlots()),
                  HashSlots.text(takeover.hashSlots())));
    }
    OptionalLong epoch = takeover.epoch();
    if (epoch.isPresent() && primary.own().epoch() != epoch.getAsLong()) {
      throw changed(
          "%s claims its hash slots with epoch %d now, not %d, after a failover or a move by another actor"
              .formatted(primary, primary.own().epoch(), epoch.getAsLong()));
    }
    if (primary.transitions().size() > 0) {
      throw changed(
          "%s has %d open hash slots: another tool moves them"
              .formatted(primary, primary.transitions().size()));
    }
  }

  private static void checkServer(ServerView server, Takeover takeover) {
    if (!server.id().equals(takeover.serverId())) {
      throw changed(
          "%s is another server than the %s at the start of the change"
              .formatted(server, takeover.serverId()));
    }
    if (server.ownsHashSlots()) {
      throw promoted(server, takeover);
    }
    if (!server.isPrimary() && !server.own().primaryId().equals(takeover.primary())) {
      throw changed(
          "%s is a replica of %s, not of %s"
              .formatted(server, server.own().primaryId(), takeover.primary()));
    }
  }

  private static ClusterFailure promoted(ServerView says, Takeover takeover) {
    return new ClusterFailure(
        Kind.CHANGED,
        "%s reports that %s is already the primary, by an automatic failover or by another actor"
            .formatted(says, takeover.server()),
        "the coordinator goes on from there");
  }

  private static ClusterFailure changed(String text) {
    return new ClusterFailure(
        Kind.CHANGED, text, "the coordinator ends the change; then plan again");
  }
}
