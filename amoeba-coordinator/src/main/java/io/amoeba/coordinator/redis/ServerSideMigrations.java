package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.changes.slots.AtomicMigration;
import io.amoeba.coordinator.changes.slots.SlotMigrationException;
import io.amoeba.coordinator.changes.slots.SlotMigrationMethod;
import io.amoeba.coordinator.changes.slots.SlotsInTransition;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ObjectOutput;
import io.lettuce.core.output.VoidOutput;
import java.util.List;
import java.util.stream.Stream;

/**
 * Migrations of hash slots that the servers carry out by themselves: begins, lists and cancels
 * them. Confined to one thread.
 */
final class ServerSideMigrations {

  private final PrimaryCommands primaries;

  ServerSideMigrations(PrimaryCommands primaries) {
    this.primaries = primaries;
  }

  /** Begins a migration by its method. */
  void migrate(SlotsInTransition move) {
    var unused =
        primaries.cluster(
            move.method().steering(move),
            MigrationDialect.of(move.method()).begin(move),
            new VoidOutput<>(ByteArrayCodec.INSTANCE));
  }

  /** The migrations that a primary steers, or has steered, as far as it remembers. */
  List<AtomicMigration> migrations(SlotMigrationMethod method, String primary) {
    MigrationDialect dialect = MigrationDialect.of(method);
    try {
      return ReplyMaps.of(
              primaries.cluster(
                  primary, dialect.list(), new ObjectOutput<>(ByteArrayCodec.INSTANCE)))
          .stream()
          .filter(dialect::isSteered)
          .map(dialect::migration)
          .toList();
    } catch (IllegalArgumentException e) {
      throw new SlotMigrationException(
          SlotMigrationException.Kind.REFUSED,
          "%s answers CLUSTER %s in another form than is known here: %s; set plans.moves.method to setslot"
              .formatted(
                  primaries.address(primary), String.join(" ", dialect.list()), e.getMessage()));
    }
  }

  /** Ends a migration, unless it has just moved its hash slots. Others go on. */
  void cancel(SlotMigrationMethod method, String primary, AtomicMigration migration) {
    MigrationDialect dialect = MigrationDialect.of(method);
    if (dialect.cancelsAll()) {
      requireNoOther(method, primary, migration);
    }
    try {
      var unused =
          primaries.cluster(
              primary, dialect.cancel(migration), new VoidOutput<>(ByteArrayCodec.INSTANCE));
    } catch (SlotMigrationException e) {
      // It may have ended a moment ago, of which the server makes an error.
      if (e.kind() != SlotMigrationException.Kind.REFUSED
          || isUnderWay(method, primary, migration)) {
        throw e;
      }
    }
  }

  private boolean isUnderWay(
      SlotMigrationMethod method, String primary, AtomicMigration migration) {
    return underWay(method, primary).anyMatch(other -> other.id().equals(migration.id()));
  }

  private void requireNoOther(
      SlotMigrationMethod method, String primary, AtomicMigration migration) {
    List<String> others =
        underWay(method, primary)
            .map(AtomicMigration::id)
            .filter(id -> !id.equals(migration.id()))
            .toList();
    if (!others.isEmpty()) {
      throw new SlotMigrationException(
          SlotMigrationException.Kind.REFUSED,
          "%s can cancel all of its migrations or none, and others are also in progress there (%s): wait for their end, or cancel them manually"
              .formatted(primaries.address(primary), String.join(", ", others)));
    }
  }

  private Stream<AtomicMigration> underWay(SlotMigrationMethod method, String primary) {
    return migrations(method, primary).stream()
        .filter(migration -> migration.state() == AtomicMigration.State.UNDER_WAY);
  }
}
