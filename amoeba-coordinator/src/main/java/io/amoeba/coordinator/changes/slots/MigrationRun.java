package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.operations.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * The moves of a plan in the order in which they are carried out, batch by batch, whatever method
 * migrates them: the looks before and after, and the safe points. A coordinator that takes over
 * begins another run at the first move. For one plan, confined to the runner's thread.
 */
final class MigrationRun {

  private final List<SlotMove> moves;
  private final SlotMigrator migrator;
  private final Agreement agreement;
  private final OwnerChange ownerChange;
  private SlotMigrationState at;
  private int next;

  /**
   * Begins a run.
   *
   * @param moves in their order
   * @param at the state before the first step
   */
  MigrationRun(
      List<SlotMove> moves,
      SlotMigrator migrator,
      Agreement agreement,
      OwnerChange ownerChange,
      SlotMigrationState at) {
    this.moves = moves;
    this.migrator = migrator;
    this.agreement = agreement;
    this.ownerChange = ownerChange;
    this.at = at;
    ownerChange.plan(moves);
  }

  /** Whether this run has led to a state, so that its next batch follows. */
  boolean hasLedTo(SlotMigrationState state) {
    return at.equals(state);
  }

  /**
   * Migrates the next batch, or as much of it as the step may.
   *
   * @throws ClusterFailure if it cannot be done
   */
  Step<SlotMigrationState> migrateBatch(MigrationStep step) {
    List<SlotMove> batch =
        moves.subList(next, Math.min(moves.size(), next + migrator.hashSlotsPerLook()));
    ClusterView seen = agreement.look(batch);
    ownerChange.saw(seen);
    seen.silences().forEach(silent -> step.notes("REDIS_SILENT", silent));
    List<String> problems = SlotMove.problems(batch, seen);
    if (!problems.isEmpty()) {
      return failed(step, "SLOT_MIGRATION_PRECONDITION", problems);
    }
    List<SlotMove> done = new ArrayList<>();
    boolean goesOn = true;
    while (goesOn && done.size() < batch.size() && !step.mustEnd()) {
      List<SlotMove> moved = next(batch.subList(done.size(), batch.size()), seen, step);
      done.addAll(moved);
      step.hasPassed(next + done.size());
      goesOn = !moved.isEmpty();
    }
    List<String> disagreements = agreement.await(done);
    if (disagreements.isEmpty()) {
      next += done.size();
    } else if (step.mustEnd()) {
      disagreements.forEach(text -> step.notes("SLOT_OWNER_DISAGREEMENT", text));
    } else {
      return failed(step, "SLOT_OWNER_DISAGREEMENT", disagreements);
    }
    at = step.state();
    return next == moves.size() ? new Step.Done<>(at, at.notes()) : new Step.Continue<>(at);
  }

  private List<SlotMove> next(List<SlotMove> batch, ClusterView seen, MigrationStep step) {
    return batch.get(0).isDone(seen) ? batch.subList(0, 1) : migrator.migrate(batch, seen, step);
  }

  private static Step<SlotMigrationState> failed(
      MigrationStep step, String code, List<String> texts) {
    return new Step.Failed<>(step.state(), MoveSlotsOperation.problems(code, texts));
  }
}
