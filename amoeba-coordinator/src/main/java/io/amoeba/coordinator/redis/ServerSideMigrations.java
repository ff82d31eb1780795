package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.AtomicMigration;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ObjectOutput;
import io.lettuce.core.output.VoidOutput;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Migrations of hash slots that the servers carry out by themselves: finds out whether they can,
 * begins, lists and cancels them. Confined to one thread.
 */
final class ServerSideMigrations {

  private final ServerCommands primaries;

  ServerSideMigrations(ServerCommands primaries) {
    this.primaries = primaries;
  }

  /**
   * The methods that a primary supports. One that does not tell is taken for one that knows the
   * oldest method alone.
   */
  Set<SlotMigrationMethod> methods(String primary) {
    Set<SlotMigrationMethod> methods = EnumSet.of(SlotMigrationMethod.SETSLOT_AND_MIGRATE);
    try {
      List<Object> known =
          primaries.ask(
              primary,
              "COMMAND INFO",
              redis -> redis.commandInfo("cluster|migration", "cluster|migrateslots"));
      if (known.size() == 2 && isKnown(known.get(0))) {
        methods.add(SlotMigrationMethod.CLUSTER_MIGRATION);
      }
      if (known.size() == 2 && isKnown(known.get(1))) {
        methods.add(SlotMigrationMethod.CLUSTER_MIGRATESLOTS);
      }
    } catch (ClusterFailure e) {
      return methods;
    }
    return methods;
  }

  /** Servers describe a command that they know by a list, and others by nothing. */
  private static boolean isKnown(Object description) {
    return description instanceof List<?> list && !list.isEmpty();
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
      throw new ClusterFailure(
          ClusterFailure.Kind.REFUSED,
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
    } catch (ClusterFailure e) {
      // It may have ended a moment ago, of which the server makes an error.
      if (!e.isRefusal() || isUnderWay(method, primary, migration)) {
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
      throw new ClusterFailure(
          ClusterFailure.Kind.REFUSED,
          "%s can cancel all of its migrations or none, and others are also in progress there (%s): wait for their end, or cancel them manually"
              .formatted(primaries.address(primary), String.join(", ", others)));
    }
  }

  private Stream<AtomicMigration> underWay(SlotMigrationMethod method, String primary) {
    return migrations(method, primary).stream()
        .filter(migration -> migration.state() == AtomicMigration.State.UNDER_WAY);
  }
}
