package io.amoeba.coordinator.execute.migration;

import io.amoeba.coordinator.execute.background.PlanWork.End;
import io.amoeba.coordinator.execute.pause.Pausable;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.MigratePrimaries;
import io.amoeba.coordinator.plan.PrimaryProgress;
import io.amoeba.coordinator.plan.migration.MigratingPrimary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The migrations of a plan, one after the other, from where it stands. They are carried out by one
 * thread; everything else is safe for concurrent use.
 */
final class PlanOfMigrations implements Pausable {

  private static final Logger LOG = LoggerFactory.getLogger(PlanOfMigrations.class);

  /** How they ended, why, and what is half done. Immutable. */
  record Report(End end, List<String> reasons, Optional<String> left) {
    Report {
      reasons = List.copyOf(reasons);
    }
  }

  private final String id;
  private final MigratePrimaries action;
  private final MigrationControl control = new MigrationControl();
  private final AtomicInteger primaries;

  /**
   * A plan that has not begun, or rests.
   *
   * @param primaries how many have migrated before
   */
  PlanOfMigrations(String id, MigratePrimaries action, int primaries) {
    this.id = id;
    this.action = action;
    this.primaries = new AtomicInteger(primaries);
  }

  /** How many have migrated. */
  int primaries() {
    return primaries.get();
  }

  /** Whether it is paused at a safe point. */
  boolean isResting() {
    return control.isResting();
  }

  /** What is going on, in words. */
  String underWay() {
    int now = primaries();
    String phase = control.progress().phase();
    return now >= action.migrations().size() || phase.isEmpty()
        ? ""
        : action.migrations().get(now).text() + ", " + phase;
  }

  @Override
  public void pause() {
    control.pause();
  }

  @Override
  public void resume() {
    control.resume();
  }

  @Override
  public void abort() {
    control.abort();
  }

  void leave() {
    control.leave();
  }

  /** Goes on to the end, or to the first migration that does not complete. */
  Report carryOut(PrimaryMigrator migrator) {
    List<String> reasons = new ArrayList<>();
    while (primaries() < action.migrations().size()) {
      Optional<Report> end = migrate(migrator, action.migrations().get(primaries()), reasons);
      if (end.isPresent()) {
        return end.get();
      }
      primaries.incrementAndGet();
    }
    return new Report(End.COMPLETED, reasons, Optional.empty());
  }

  /** One of them; empty: it is done, and the next one may begin. */
  private Optional<Report> migrate(
      PrimaryMigrator migrator, MigratingPrimary next, List<String> reasons) {
    MigrationReport report;
    try {
      report = migrator.migrate(next.migration(), action.old(), control);
      LOG.info("{}, {}: {}", id, next.text(), report);
      boolean stopped = report.end() == MigrationEnd.STOPPED && !control.isAborted();
      if (stopped && migrator.isMigrated(next.migration(), next.hashSlots())) {
        return Optional.empty(); // by an earlier coordinator, which could not note it any more
      }
    } catch (RuntimeException e) {
      LOG.error("{}: {} could not be migrated", id, next.text(), e);
      reasons.add(String.valueOf(e.getMessage()));
      return Optional.of(
          new Report(End.FAILED, reasons, Optional.of("a migration may be half done")));
    }
    reasons.addAll(report.reasons());
    if (report.end() == MigrationEnd.COMPLETED) {
      return Optional.empty();
    }
    if (report.open().filter(PlanOfMigrations::isPromoted).isPresent()) {
      primaries.incrementAndGet(); // what is left of it is not about the primary any more
    }
    return Optional.of(
        new Report(end(report.end()), reasons, report.open().map(PlanOfMigrations::halfDone)));
  }

  private End end(MigrationEnd end) {
    if (control.isLeft()) {
      return End.LEFT;
    }
    boolean aborted =
        end == MigrationEnd.TAKEN_BACK || (end == MigrationEnd.STOPPED && control.isAborted());
    return aborted ? End.ABORTED : End.FAILED;
  }

  private static boolean isPromoted(OpenMigration open) {
    return open.phase() == MigrationPhase.PROMOTED || open.phase() == MigrationPhase.RETIRING;
  }

  /** A migration that is open, in words. */
  static String halfDone(OpenMigration open) {
    return open.text() + " is half done, in phase " + open.phase();
  }

  /** The plan, if it stands before the migration of a primary, with that one done. */
  static PlanRecord withRecovered(PlanRecord plan, String primary) {
    if (!(plan.plan().action() instanceof MigratePrimaries action)) {
      return plan;
    }
    int done = plan.done() instanceof PrimaryProgress now ? now.primaries() : 0;
    boolean next =
        done < action.migrations().size()
            && action.migrations().get(done).migration().primary().equals(primary);
    return next ? plan.advanced(new PrimaryProgress(done + 1, "")) : plan;
  }
}
