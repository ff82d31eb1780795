package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.changes.failover.MigratePrimaries;
import io.amoeba.coordinator.changes.failover.OldPrimary;
import io.amoeba.coordinator.changes.failover.OpenReplacement;
import io.amoeba.coordinator.changes.failover.PrimaryReplacements;
import io.amoeba.coordinator.changes.failover.PrimaryReplacements.Planned;
import io.amoeba.coordinator.changes.failover.ReplacePrimaryOperation;
import io.amoeba.coordinator.changes.failover.ReplacementLimits;
import io.amoeba.coordinator.changes.failover.ReplacementPhase;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.members.MemberCheck;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.StepAborted;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.promotion.PromotionRest;
import io.amoeba.coordinator.state.OperationFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lets coordinators replace one primary in the caller's thread, over one journal in a file. Each
 * call is a coordinator of its own: what one of them leaves, by an exception out of the cluster,
 * the next one finds in the journal. Confined to one thread.
 */
final class ReplacementDriver implements StepControl {

  /** How a run ended. */
  enum End {
    /** The new server is the primary. */
    COMPLETED,
    /** The primary is where it was; the new server is empty again. */
    ROLLED_BACK,
    /** Nothing was begun. */
    STOPPED,
    /** The replacement is half done. */
    INTERRUPTED
  }

  /**
   * How a run ended, and why. Immutable.
   *
   * @param decommissioned whether the former primary has left the cluster
   */
  record Report(
      End end, boolean decommissioned, Optional<OpenReplacement> open, List<String> reasons) {}

  private final OperationFile journal;
  private final ReplacementLimits limits;
  private Optional<PrimaryReplacements> state = Optional.empty();
  private boolean aborted;
  private boolean undoing;

  /** A driver whose journal need not exist yet. */
  ReplacementDriver(Path journal, ReplacementLimits limits) {
    this.journal = new OperationFile(journal, Leadership.ALONE);
    this.limits = limits;
  }

  /** What is half done. */
  Optional<OpenReplacement> open() {
    return entry().flatMap(PrimaryReplacements::open);
  }

  private Optional<PrimaryReplacements> entry() {
    return journal
        .open(Map.of(MigratePrimaries.KIND, PrimaryReplacements.class))
        .map(entry -> (PrimaryReplacements) entry.state());
  }

  /** Aborts the plan of the coordinator that works now. */
  void abort() {
    aborted = true;
  }

  /** Replaces a primary. */
  Report replace(ClusterAdmin cluster, Planned planned, OldPrimary former) {
    write(new PrimaryReplacements(List.of(planned), former, 0, List.of(), List.of()));
    return drive(cluster, /* undo= */ false);
  }

  /** A successor takes over while the plan is being carried out. */
  Report goOn(ClusterAdmin cluster) {
    state = entry();
    return drive(cluster, /* undo= */ false);
  }

  /** A successor takes over after the plan has ended. */
  Report undo(ClusterAdmin cluster) {
    state = entry();
    return drive(cluster, /* undo= */ true);
  }

  private Report drive(ClusterAdmin cluster, boolean undo) {
    ReplacePrimaryOperation operation =
        new ReplacePrimaryOperation(
            cluster, MemberCheck.NONE, limits, new PromotionRest(System::nanoTime));
    undoing = undo;
    Optional<ReplacementPhase> last = Optional.empty();
    while (true) {
      PrimaryReplacements now = state.orElseThrow();
      if (now.open().isPresent()) {
        last = now.open().map(OpenReplacement::phase);
      }
      Step<PrimaryReplacements> step;
      try {
        step = undoing ? operation.undo(now, this) : operation.step(now, this);
      } catch (StepAborted e) {
        undoing = true;
        continue;
      } catch (InterruptedException e) {
        throw new IllegalStateException("the check was interrupted", e);
      }
      state = Optional.of(step.state());
      if (step instanceof Step.Done<PrimaryReplacements> done) {
        boolean left = last.equals(Optional.of(ReplacementPhase.DECOMMISSIONING));
        return over(
            step.state().replaced() > 0 ? End.COMPLETED : End.ROLLED_BACK, left, done.notes());
      }
      write(step.state());
      if (step instanceof Step.Wait<PrimaryReplacements> wait) {
        return interrupted(List.of(wait.problem()));
      }
      if (step instanceof Step.Failed<PrimaryReplacements> failed) {
        return operation.isHalfDone(step.state())
            ? interrupted(failed.problems())
            : over(End.STOPPED, false, failed.problems());
      }
    }
  }

  private Report over(End end, boolean decommissioned, List<Problem> problems) {
    journal.clear();
    return new Report(end, decommissioned, Optional.empty(), texts(problems));
  }

  private Report interrupted(List<Problem> problems) {
    return new Report(End.INTERRUPTED, false, open(), texts(problems));
  }

  private static List<String> texts(List<Problem> problems) {
    return problems.stream().map(Problem::message).toList();
  }

  @Override
  public void safePoint() {
    if (aborted && !undoing) {
      throw new StepAborted();
    }
  }

  @Override
  public boolean isPaused() {
    return false;
  }

  @Override
  public boolean isAborted() {
    return aborted || undoing;
  }

  @Override
  public boolean isStopping() {
    return false;
  }

  @Override
  public void says(String text) {}

  @Override
  public void write(Record next) {
    journal.write(new Entry("plan-1", MigratePrimaries.KIND, next));
    state = Optional.of((PrimaryReplacements) next);
  }
}
