package io.amoeba.coordinator.execute.migration;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.execute.background.BackgroundWork;
import io.amoeba.coordinator.execute.background.BackgroundWork.Result;
import io.amoeba.coordinator.execute.background.PlanWork;
import io.amoeba.coordinator.execute.pause.Pausable;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.MigratePrimaries;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PrimaryProgress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a migrator work in the background, and lets it end what an earlier one left half done. No
 * method but {@link #close} waits for the store. Safe for concurrent use.
 */
public final class BackgroundMigrations implements PlanWork, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundMigrations.class);

  /** How long the next safe point may take when the coordinator ends. */
  private static final Duration LAST_STEP = Duration.ofSeconds(8);

  /**
   * How the migrations of a plan stand. Immutable.
   *
   * @param primaries those that have migrated, earlier runs included
   * @param underWay what is going on, in words, empty: nothing
   */
  public record Run(
      String plan, int primaries, String underWay, Optional<End> end, List<String> reasons)
      implements PlanWork.Run {
    public Run {
      reasons = List.copyOf(reasons);
    }

    @Override
    public PlanRecord advance(PlanRecord record) {
      return record.advanced(new PrimaryProgress(primaries, underWay));
    }
  }

  /** The recovery that is under way. */
  private record Recovering(MigrationControl control, RecoveryPolicy policy) {}

  private final PrimaryMigrator migrator;
  private final MigrationJournal journal;
  private final BackgroundWork<PlanOfMigrations, PlanOfMigrations.Report> work;
  private volatile boolean ending;
  private volatile Optional<Recovering> recovering = Optional.empty();
  private Optional<String> recoveredPrimary = Optional.empty(); // guarded by this

  /**
   * A migrator that rests, with what its journal says.
   *
   * @throws IllegalStateException if the journal cannot be read
   */
  public BackgroundMigrations(PrimaryMigrator migrator, MigrationJournal journal) {
    this.migrator = migrator;
    this.journal = journal;
    this.work =
        new BackgroundWork<>("amoeba-migrations", journal.open().map(PlanOfMigrations::halfDone));
  }

  @Override
  public BackgroundWork<? extends Pausable, ?> background() {
    return work;
  }

  @Override
  public boolean carriesOut(PlanAction action) {
    return action instanceof MigratePrimaries;
  }

  /*
   * A copy may take long, so a recovery is paused and aborted like a migration. One that was begun
   * to undo goes to its end: it does not wait for a copy.
   */
  @Override
  public Optional<Symptom> recover(Recovery recovery) {
    RecoveryPolicy policy =
        recovery == Recovery.UNDO ? RecoveryPolicy.UNDO_IF_NOT_PROMOTED : RecoveryPolicy.FINISH;
    recovering
        .filter(now -> now.policy() == RecoveryPolicy.FINISH)
        .ifPresent(now -> tell(now.control(), recovery));
    return work.recover(() -> recoverNow(policy, recovery)).map(Symptoms::migrationHalfDone);
  }

  private static void tell(MigrationControl control, Recovery recovery) {
    switch (recovery) {
      case GO_ON -> control.resume();
      case REST -> control.pause();
      case UNDO -> control.abort();
    }
  }

  private Optional<String> recoverNow(RecoveryPolicy policy, Recovery recovery) {
    MigrationControl control = new MigrationControl();
    if (recovery == Recovery.REST) {
      control.pause();
    }
    recovering = Optional.of(new Recovering(control, policy));
    if (ending) {
      control.leave();
    }
    try {
      Optional<OpenMigration> open = journal.open();
      MigrationReport report = migrator.recover(policy, control);
      LOG.info("recovery of {}: {}", open.map(OpenMigration::text), report);
      if (report.end() == MigrationEnd.COMPLETED) {
        noteRecovered(open.map(OpenMigration::primary));
      }
      return report.end() == MigrationEnd.INTERRUPTED
          ? Optional.of(
              report.open().map(PlanOfMigrations::halfDone).orElse("a migration is half done")
                  + ": "
                  + String.join("; ", report.reasons()))
          : Optional.empty();
    } catch (RuntimeException e) {
      LOG.error("a half done migration could not be ended; it is tried again", e);
      return Optional.of("a half done migration could not be ended: " + e.getMessage());
    } finally {
      recovering = Optional.empty();
    }
  }

  private synchronized void noteRecovered(Optional<String> primary) {
    recoveredPrimary = primary;
  }

  @Override
  public synchronized Optional<UnaryOperator<PlanRecord>> recovered() {
    Optional<String> primary = recoveredPrimary;
    recoveredPrimary = Optional.empty();
    return primary.map(id -> plan -> PlanOfMigrations.withRecovered(plan, id));
  }

  @Override
  public synchronized void begin(PlanRecord plan) {
    if (plan.plan().action() instanceof MigratePrimaries action && work.isFree()) {
      int done = plan.done() instanceof PrimaryProgress earlier ? earlier.primaries() : 0;
      PlanOfMigrations begun = new PlanOfMigrations(plan.id(), action, done);
      work.begin(plan.id(), begun, () -> result(begun));
    }
  }

  private Result<PlanOfMigrations.Report> result(PlanOfMigrations plan) {
    PlanOfMigrations.Report report = plan.carryOut(migrator);
    return new Result<>(report, report.left());
  }

  @Override
  public Optional<Run> run() {
    return work.running()
        .map(
            now ->
                new Run(
                    now.plan(),
                    now.task().primaries(),
                    now.report().isPresent() ? "" : now.task().underWay(),
                    now.report().map(PlanOfMigrations.Report::end),
                    now.report().map(PlanOfMigrations.Report::reasons).orElse(List.of())));
  }

  /** Whether what is under way, a recovery included, is paused at a safe point. */
  boolean isResting() {
    return recovering.filter(now -> now.control().isResting()).isPresent()
        || work.running().filter(now -> now.task().isResting()).isPresent();
  }

  /**
   * A copy that is under way goes on without the coordinator; its successor takes over from there.
   */
  @Override
  public void close() {
    ending = true;
    recovering.ifPresent(now -> now.control().leave());
    work.close(PlanOfMigrations::leave, LAST_STEP);
  }
}
