package io.amoeba.coordinator.checks;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.operations.Operation;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.StepAborted;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.state.OperationFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Lets coordinators carry out one operation in the caller's thread, over one journal in a file.
 * Each call is a coordinator of its own: what one of them leaves, by an exception out of a hook,
 * the next one finds in the journal. Safe for {@link #abort} by other threads; otherwise confined
 * to one.
 *
 * @param <S> state of the operation
 */
final class JournaledOperation<S extends Record> implements StepControl {

  /** How a run ended. */
  enum End {
    DONE,
    /** It was undone, or ended where it was aborted. */
    UNDONE,
    FAILED
  }

  /** How a run ended, and why. Immutable. */
  record Report(End end, List<String> problems) {}

  private final Operation<S> operation;
  private final OperationFile journal;
  private Optional<S> state = Optional.empty();
  private Consumer<String> hook = phase -> {};
  private volatile boolean aborted;
  private boolean undoing;

  /** An operation whose journal need not exist yet. */
  JournaledOperation(Operation<S> operation, Path journal) {
    this.operation = operation;
    this.journal = new OperationFile(journal, Leadership.ALONE);
  }

  /** Is called with each state that has become durable, in words. */
  void onWrite(Consumer<String> newHook) {
    hook = newHook;
  }

  /** Aborts the plan of the coordinator that works now. */
  void abort() {
    aborted = true;
  }

  /** Whether nothing is half done. */
  boolean isOver() {
    return open().isEmpty();
  }

  private Optional<S> open() {
    return journal
        .open(Map.of(operation.kind(), operation.stateType()))
        .map(entry -> operation.stateType().cast(entry.state()));
  }

  /** Carries a plan out. */
  Report begin(PlanRecord plan) throws InterruptedException {
    write(operation.initial(plan));
    return drive();
  }

  /** A successor takes over. */
  Report goOn() throws InterruptedException {
    state = open();
    return drive();
  }

  private Report drive() throws InterruptedException {
    while (true) {
      S now = state.orElseThrow();
      if (aborted && !operation.isHalfDone(now)) {
        return over(End.UNDONE, List.of());
      }
      undoing = aborted;
      Step<S> step;
      try {
        step = undoing ? operation.undo(now, this) : operation.step(now, this);
      } catch (StepAborted e) {
        continue;
      }
      if (step instanceof Step.Done<S> done) {
        return over(End.DONE, done.notes());
      }
      if (step instanceof Step.Failed<S> failed && !operation.isHalfDone(step.state())) {
        return over(End.FAILED, failed.problems());
      }
      write(step.state());
      if (step instanceof Step.Wait<S>) {
        Thread.onSpinWait(); // a step waits for what it needs by itself
      }
    }
  }

  private Report over(End end, List<Problem> problems) {
    journal.clear();
    return new Report(end, problems.stream().map(Problem::message).toList());
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
    return aborted;
  }

  @Override
  public boolean isStopping() {
    return false;
  }

  @Override
  public void says(String text) {}

  @Override
  public void write(Record next) {
    journal.write(new Entry("plan-1", operation.kind(), next));
    state = Optional.of(operation.stateType().cast(next));
    hook.accept(operation.phase(state.get()));
  }
}
