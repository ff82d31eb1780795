package io.amoeba.coordinator.execute.migration;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import java.util.List;
import java.util.Set;

/**
 * A migration that has begun, durable from before its first command until after its last.
 * Immutable.
 *
 * @param primary id of the primary that is to be replaced
 * @param primaryAddress where it was
 * @param server where the new server is
 * @param serverId its id when the migration began
 * @param wasMember whether it was a member of the cluster then
 * @param hashSlots what the primary owned when the migration, or its recovery, began
 */
public record OpenMigration(
    MigrationPhase phase,
    String primary,
    ServerAddress primaryAddress,
    ServerAddress server,
    String serverId,
    boolean wasMember,
    OldPrimary old,
    long epoch,
    List<HashSlotSpan> hashSlots) {

  public OpenMigration {
    hashSlots = List.copyOf(hashSlots);
  }

  /** A migration as it begins. */
  static OpenMigration of(ServerSight primary, ServerSight server, OldPrimary old) {
    return new OpenMigration(
        MigrationPhase.MEETING,
        primary.id(),
        primary.address(),
        server.address(),
        server.id(),
        server.sees(primary.id()).isPresent(),
        old,
        primary.own().epoch(),
        primary.own().hashSlots());
  }

  /** Servers that have to be asked even when no member knows them. */
  Set<ServerAddress> servers() {
    return Set.of(primaryAddress, server);
  }

  /** The same in another phase. */
  OpenMigration in(MigrationPhase next) {
    return new OpenMigration(
        next, primary, primaryAddress, server, serverId, wasMember, old, epoch, hashSlots);
  }

  /** The same with another end for the old primary. */
  OpenMigration then(OldPrimary other) {
    return new OpenMigration(
        phase, primary, primaryAddress, server, serverId, wasMember, other, epoch, hashSlots);
  }

  /** The same with what the primary owns now. */
  OpenMigration owning(KnownServer now) {
    return new OpenMigration(
        phase,
        primary,
        primaryAddress,
        server,
        serverId,
        wasMember,
        old,
        now.epoch(),
        now.hashSlots());
  }

  /** In words. */
  String text() {
    return "the migration of primary %s (%s) to %s".formatted(primaryAddress, primary, server);
  }
}
