package io.amoeba.coordinator.execute;

import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.operations.OperationRunner;
import io.amoeba.coordinator.operations.OperationStatus;
import io.amoeba.coordinator.operations.OperationStatus.End;
import io.amoeba.coordinator.plan.PlanAction;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Lets operations carry out plans, tells them what people have ordered, and notes how far they have
 * come. Safe for concurrent use if calls of {@link #confirm} are not.
 */
final class OperationExecutor implements ChangeExecutor {

  private final PlanBoard board;
  private final OperationRunner runner;

  OperationExecutor(PlanBoard board, OperationRunner runner) {
    this.board = board;
    this.runner = runner;
  }

  /** Whether there is an operation for such plans. */
  @Override
  public boolean carriesOut(PlanAction action) {
    return runner.carriesOut(action);
  }

  /*
   * What was left half done is ended before anything else begins: it goes on if its plan goes on,
   * and is undone, as far as nothing is lost by that, if its plan has ended.
   */
  Optional<Problem> unready() {
    Optional<OperationStatus> status = runner.status();
    status.ifPresent(this::note);
    boolean goesOn =
        status
            .flatMap(now -> board.book().open().filter(plan -> plan.id().equals(now.plan())))
            .filter(plan -> plan.state() == PlanState.EXECUTING)
            .isPresent();
    return runner.recover(goesOn, board.book().pause().isPresent());
  }

  private void note(OperationStatus status) {
    board.change(status.plan(), plan -> plan.advanced(status.progress()));
  }

  boolean isUnderWay() {
    return runner.status().isPresent();
  }

  /** Whether something for another plan, which has ended, is still under way. */
  boolean isOfAnother(PlanRecord plan) {
    return runner.status().filter(now -> !now.plan().equals(plan.id())).isPresent();
  }

  /** The plan that has ended while something for it goes on, if there is one. */
  Optional<String> ended() {
    return runner
        .status()
        .filter(now -> !now.isOver())
        .map(OperationStatus::plan)
        .filter(id -> board.book().open().filter(plan -> plan.id().equals(id)).isEmpty());
  }

  @Override
  public void step(PlanRecord plan) {
    board.advance(
        plan.id(),
        now -> {
          runner.go(now);
          return now;
        });
  }

  void rest() {
    runner.rest();
  }

  /** Ends what is under way for a plan that has ended. */
  void endOthers(Optional<PlanRecord> begun) {
    Optional<OperationStatus> status = runner.status();
    if (status.isPresent()
        && begun.filter(plan -> plan.id().equals(status.get().plan())).isEmpty()) {
      runner.abort();
      note(status.get());
      if (status.get().isOver()) {
        var unused = runner.forget();
      }
    }
  }

  @Override
  public Optional<PlanRecord> confirm(PlanRecord plan) {
    if (plan.state() == PlanState.ABORTING) {
      runner.abort();
    } else if (board.book().pause().isPresent()) {
      runner.rest();
    }
    Optional<OperationStatus> status = runner.status().filter(now -> now.plan().equals(plan.id()));
    if (status.isPresent()) {
      note(status.get());
      status.get().end().ifPresent(end -> end(plan.id(), status.get(), end));
    } else if (runner.status().isEmpty()) {
      settle(plan);
    }
    return board.book().find(plan.id()).filter(p -> p.state() == PlanState.COMPLETED);
  }

  /** There may be nothing left to do, of which the coordinator before could not take note. */
  private void settle(PlanRecord plan) {
    if (plan.state() == PlanState.ABORTING) {
      board.enter(plan.id(), aborted(plan), plan.progress());
    } else {
      plan.done().failure().ifPresent(reason -> board.enter(plan.id(), PlanState.FAILED, reason));
    }
  }

  private static PlanState aborted(PlanRecord plan) {
    return plan.isComplete() ? PlanState.COMPLETED : PlanState.ABORTED;
  }

  /** What the coordinator's end, or an abort that nobody has ordered, has left goes on later. */
  private void end(String id, OperationStatus status, End end) {
    if (end == End.LEFT || (status.isOver() && !runner.forget())) {
      return;
    }
    PlanRecord plan = board.book().find(id).orElseThrow();
    boolean aborting = plan.state() == PlanState.ABORTING;
    if (end == End.ABORTED && !aborting) {
      return;
    }
    Set<String> note = new LinkedHashSet<>(Set.of(plan.progress()));
    status.problems().forEach(problem -> note.add(problem.message()));
    board.enter(
        id,
        end == End.FAILED ? PlanState.FAILED : aborting ? aborted(plan) : PlanState.COMPLETED,
        String.join("; ", note));
  }
}
