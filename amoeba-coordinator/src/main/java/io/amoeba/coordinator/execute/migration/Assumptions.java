package io.amoeba.coordinator.execute.migration;

import java.util.List;
import java.util.Optional;

/** What must not change until the new server is promoted. Pure functions. */
final class Assumptions {

  private static final String AGAIN = "; recover with UNDO_IF_NOT_PROMOTED, and plan again";

  private Assumptions() {}

  /**
   * Checks what servers that answer say.
   *
   * @throws MigrationProblem if somebody else has changed something
   */
  static void check(ClusterSight seen, OpenMigration open) {
    seen.server(open.primary()).ifPresent(primary -> check(primary, open));
    seen.at(open.server()).ifPresent(server -> check(server, open, seen.server(open.primary())));
  }

  private static void check(ServerSight primary, OpenMigration open) {
    if (primary.own().primaryId().equals(open.serverId())) {
      throw promoted(primary, open);
    }
    if (!primary.isPrimary()) {
      throw changed(
          "%s is a replica of %s now, after a failover by another actor"
              .formatted(primary, primary.own().primaryId()));
    }
    if (!primary.own().hashSlots().equals(open.hashSlots())) {
      throw changed(
          "%s owns the hash slots %s now, not %s: another tool has moved some"
              .formatted(
                  primary,
                  HashSlots.text(primary.own().hashSlots()),
                  HashSlots.text(open.hashSlots())));
    }
    // Greeting may settle equal epochs, so it counts only afterwards.
    if (open.phase() != MigrationPhase.MEETING && primary.own().epoch() != open.epoch()) {
      throw changed(
          "%s claims its hash slots with epoch %d now, not %d, after a failover or a move by another actor"
              .formatted(primary, primary.own().epoch(), open.epoch()));
    }
    if (primary.openHashSlots() > 0) {
      throw changed(
          "%s has %d open hash slots: another tool moves them"
              .formatted(primary, primary.openHashSlots()));
    }
  }

  private static void check(ServerSight server, OpenMigration open, Optional<ServerSight> primary) {
    if (!server.id().equals(open.serverId())) {
      throw changed(
          "%s is another server than the %s at the start of the migration"
              .formatted(server, open.serverId()));
    }
    if (server.ownsHashSlots()) {
      throw promoted(server, open);
    }
    if (!server.isPrimary() && !server.own().primaryId().equals(open.primary())) {
      throw changed(
          "%s is a replica of %s, not of %s"
              .formatted(server, server.own().primaryId(), open.primary()));
    }
    List<KnownServer> foreign =
        primary.map(p -> Membership.ofAnotherCluster(p, server)).orElse(List.of());
    if (open.phase() == MigrationPhase.MEETING && !foreign.isEmpty()) {
      throw changed(
          "%s knows %s, which %s does not know: it may belong to another cluster"
              .formatted(server, foreign.get(0).address(), open.primaryAddress()));
    }
  }

  private static MigrationProblem promoted(ServerSight says, OpenMigration open) {
    return new MigrationProblem(
        MigrationProblem.Kind.CHANGED,
        "in phase %s, %s reports that %s is already the primary, by an automatic failover or by another actor: recover, which ends the migration"
            .formatted(open.phase(), says, open.server()));
  }

  private static MigrationProblem changed(String what) {
    return new MigrationProblem(MigrationProblem.Kind.CHANGED, what + AGAIN);
  }
}
