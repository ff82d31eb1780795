package io.amoeba.coordinator.execute;

import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.operations.OperationRunner;
import io.amoeba.coordinator.operations.OperationStatus;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanStatus;
import io.amoeba.coordinator.plan.PlanStatus.End;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets operations carry out plans, tells them what people have ordered, and notes how far they have
 * come. Safe for concurrent use if calls of {@link #confirm} are not.
 */
final class OperationExecutor implements ChangeExecutor {

  private static final Logger LOG = LoggerFactory.getLogger(OperationExecutor.class);

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

  /** What else the next coordinator must know is in the journal. */
  private void note(OperationStatus now) {
    board.change(
        now.plan(),
        plan -> now.isLeft() ? plan.advanced(now.status().done()) : noted(plan, now.status()));
  }

  /** Logs each change, but of hash slots only each tenth of them. */
  private static PlanRecord noted(PlanRecord plan, PlanStatus status) {
    PlanRecord noted = plan.at(status);
    boolean tells =
        !withoutNumbers(status.phase()).equals(withoutNumbers(plan.status().phase()))
            || tenths(noted) != tenths(plan);
    if (tells) {
      LOG.info("{}: {}", plan.id(), noted.progress());
    }
    return noted;
  }

  /** A lag or a remaining time changes with every look. */
  private static String withoutNumbers(String phase) {
    return phase.replaceAll("\\d+", "#");
  }

  private static int tenths(PlanRecord plan) {
    return 10 * plan.done().done() / Math.max(10, plan.done().total(plan.plan()));
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
    if (runner.status().isEmpty() && plan.status().hasFailed()) {
      settle(plan);
      return;
    }
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
      status.get().status().end().ifPresent(end -> end(plan.id(), status.get(), end));
    } else if (runner.status().isEmpty()) {
      settle(plan);
    }
    return board.book().find(plan.id()).filter(p -> p.state() == PlanState.COMPLETED);
  }

  /** There may be nothing left to do, of which the coordinator before could not take note. */
  private void settle(PlanRecord plan) {
    if (plan.state() == PlanState.ABORTING) {
      enter(plan, aborted(plan));
    } else if (plan.status().hasFailed()) {
      enter(plan, PlanState.FAILED);
    }
  }

  private void enter(PlanRecord plan, PlanState state) {
    StringBuilder note = new StringBuilder(plan.progress());
    for (Problem problem : plan.status().problems()) {
      note.append(note.charAt(note.length() - 1) == '.' ? " " : "; ").append(problem.message());
    }
    board.enter(plan.id(), state, note.toString(), plan.status().problems());
  }

  private static PlanState aborted(PlanRecord plan) {
    return plan.isComplete() ? PlanState.COMPLETED : PlanState.ABORTED;
  }

  /** What the coordinator's end, or an abort that nobody has ordered, has left goes on later. */
  private void end(String id, OperationStatus status, End end) {
    if (status.isOver() && !runner.forget()) {
      return;
    }
    PlanRecord plan = board.book().find(id).orElseThrow();
    boolean aborting = plan.state() == PlanState.ABORTING;
    if (end == End.ABORTED && !aborting) {
      return;
    }
    enter(
        plan,
        end == End.FAILED ? PlanState.FAILED : aborting ? aborted(plan) : PlanState.COMPLETED);
  }
}
