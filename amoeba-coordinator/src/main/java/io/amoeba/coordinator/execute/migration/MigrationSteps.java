package io.amoeba.coordinator.execute.migration;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * The commands up to the promotion, from wherever a migration stands. What follows is in {@link
 * LastSteps}. Confined to one thread.
 */
final class MigrationSteps {

  private final MigrationStore store;
  private final MigrationJournal journal;
  private final MigrationLimits limits;
  private final Waits waits;
  private final MigrationControl control;
  private final Promotion promotion;

  MigrationSteps(
      MigrationStore store,
      MigrationJournal journal,
      MigrationLimits limits,
      Waits waits,
      MigrationControl control,
      Promotion promotion) {
    this.store = store;
    this.journal = journal;
    this.limits = limits;
    this.waits = waits;
    this.control = control;
    this.promotion = promotion;
  }

  /** Makes the new server a member. */
  OpenMigration meet(OpenMigration open) {
    boolean[] greeted = {false};
    control.at(open.phase(), open.server() + " is greeted", SyncCheck.UNKNOWN);
    List<String> missing =
        waits.until(
            limits.meet(),
            control::safePoint,
            () -> {
              ClusterSight seen = look(open);
              Assumptions.check(seen, open);
              if (seen.at(open.server()).isEmpty()) {
                return List.of(seen.silence(open.server()));
              }
              List<String> strangers =
                  Membership.strangers(seen, seen.at(open.server()).orElseThrow());
              if (!strangers.isEmpty() && !greeted[0]) {
                store.meet(open.primaryAddress(), open.server());
                greeted[0] = true;
              }
              return strangers;
            });
    tooLong(
        open,
        limits.meet(),
        missing,
        "the servers must reach each other's cluster bus (port + 10000 unless set otherwise)");
    ClusterSight seen = look(open);
    Assumptions.check(seen, open);
    KnownServer primary =
        seen.server(open.primary())
            .orElseThrow(() -> silent(seen.silence(open.primaryAddress())))
            .own();
    return enter(MigrationPhase.REPLICATING, open.owning(primary));
  }

  /** Makes it a replica that is in sync and may be told to take over. */
  OpenMigration replicate(OpenMigration open) {
    Duration limit = promotion.limit(open);
    List<String> missing = waits.until(limit, control::safePoint, () -> replicateOrWait(open));
    tooLong(
        open, limit, missing, "recover with FINISH to wait longer, or with UNDO_IF_NOT_PROMOTED");
    return enter(MigrationPhase.FAILING_OVER, open);
  }

  private List<String> replicateOrWait(OpenMigration open) {
    ClusterSight seen = look(open);
    Assumptions.check(seen, open);
    seen.at(open.server())
        .filter(ServerSight::isPrimary)
        .ifPresent(
            server -> {
              if (server.keys() != 0) {
                throw new MigrationProblem(
                    MigrationProblem.Kind.CHANGED,
                    "%s holds %d keys, which would be lost: empty it (FLUSHALL), or recover with UNDO_IF_NOT_PROMOTED"
                        .formatted(server, server.keys()));
              }
              store.replicate(open.server(), open.primary());
            });
    List<String> missing = promotion.missing(seen, open);
    control.at(open.phase(), missing.isEmpty() ? "" : missing.get(0), SyncCheck.lag(seen, open));
    return missing;
  }

  /** Makes it the primary. */
  OpenMigration failOver(OpenMigration open) {
    promotion.carryOut(open);
    return enter(MigrationPhase.PROMOTED, open);
  }

  /** What everybody says now. */
  ClusterSight look(OpenMigration open) {
    return promotion.look(open);
  }

  /** The next phase, durable. */
  OpenMigration enter(MigrationPhase phase, OpenMigration open) {
    OpenMigration next = open.in(phase);
    journal.keep(next);
    control.at(phase, "", SyncCheck.UNKNOWN);
    return next;
  }

  /** Stays where it is, unless aborted. */
  void rest(Duration time) {
    var unused = waits.until(time, control::safePoint, () -> List.of("it is not over"));
  }

  /** Waits where nothing may interrupt. */
  void await(OpenMigration open, Duration limit, String remedy, Supplier<List<String>> missing) {
    tooLong(open, limit, waits.until(limit, missing), remedy);
  }

  private static void tooLong(
      OpenMigration open, Duration limit, List<String> missing, String remedy) {
    if (!missing.isEmpty()) {
      throw MigrationProblem.tooLong(open, limit, missing, remedy);
    }
  }

  private static MigrationProblem silent(String silence) {
    return new MigrationProblem(MigrationProblem.Kind.UNREACHABLE, silence + ", then recover");
  }
}
