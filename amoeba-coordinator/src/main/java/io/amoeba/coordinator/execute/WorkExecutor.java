package io.amoeba.coordinator.execute;

import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.execute.background.PlanWork;
import io.amoeba.coordinator.execute.background.PlanWork.Recovery;
import io.amoeba.coordinator.execute.background.PlanWork.Run;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets store or job change in the background for plans of one kind, tells what people have ordered,
 * and notes how far it has come. Safe for concurrent use if calls of {@link #confirm} are not.
 */
final class WorkExecutor {

  private final PlanBoard board;
  private final PlanWork work;

  WorkExecutor(PlanBoard board, PlanWork work) {
    this.board = board;
    this.work = work;
  }

  /** Whether this is its kind of plan. */
  boolean carriesOut(PlanRecord plan) {
    return work.carriesOut(plan.plan().action());
  }

  /*
   * What an earlier run left half done is ended before anything else begins: it goes on if its plan
   * goes on, and is undone, as far as nothing is lost by that, if its plan has ended.
   */
  Optional<Symptom> unready() {
    noteRecovered();
    boolean goesOn =
        board
            .book()
            .open()
            .filter(this::carriesOut)
            .filter(plan -> plan.state() == PlanState.EXECUTING)
            .isPresent();
    Recovery kept = board.book().pause().isPresent() ? Recovery.REST : Recovery.GO_ON;
    return work.recover(goesOn ? kept : Recovery.UNDO);
  }

  private void noteRecovered() {
    work.recovered()
        .ifPresent(
            change ->
                board.book().newestFirst().stream()
                    .filter(this::carriesOut)
                    .findFirst()
                    .ifPresent(plan -> board.change(plan.id(), change)));
  }

  boolean isUnderWay() {
    return work.run().isPresent();
  }

  /** Whether something for another plan, which has ended, is still under way. */
  boolean isOfAnother(PlanRecord plan) {
    return work.run().filter(run -> !run.plan().equals(plan.id())).isPresent();
  }

  /** The plan that has ended while something for it goes on, if there is one. */
  Optional<String> ended() {
    return work.run()
        .filter(run -> run.end().isEmpty())
        .map(Run::plan)
        .filter(id -> board.book().open().filter(plan -> plan.id().equals(id)).isEmpty());
  }

  /** Begins, or goes on after a rest, unless an order of a person has come first. */
  void step(PlanRecord plan) {
    board.advance(
        plan.id(),
        now -> {
          if (work.run().isPresent()) {
            work.resume();
          } else {
            work.begin(now);
          }
          return now;
        });
  }

  void rest() {
    work.pause();
  }

  /** Ends the run of a plan that has ended while something changed. */
  void endOthers(Optional<PlanRecord> begun) {
    Optional<? extends Run> run = work.run();
    if (run.isPresent() && begun.filter(p -> p.id().equals(run.get().plan())).isEmpty()) {
      work.abort();
      if (run.get().end().isPresent()) {
        work.forget(run.get().plan());
      }
    }
  }

  Optional<PlanRecord> confirm(PlanRecord plan) {
    if (plan.state() == PlanState.ABORTING) {
      work.abort();
    } else if (board.book().pause().isPresent()) {
      work.pause();
    }
    Optional<? extends Run> run = work.run().filter(r -> r.plan().equals(plan.id()));
    if (run.isEmpty()) {
      if (work.isClosed()) {
        settle(plan);
      }
      return completed(plan.id());
    }
    board.change(plan.id(), run.get()::advance);
    if (run.get().end().isEmpty()) {
      return Optional.empty();
    }
    end(board.book().find(plan.id()).orElse(plan), run.get(), run.get().end().get());
    work.forget(plan.id());
    return completed(plan.id());
  }

  /** A recovery may have done all that was left, or found that nothing can be done. */
  private void settle(PlanRecord before) {
    noteRecovered();
    PlanRecord plan = board.book().find(before.id()).orElseThrow();
    if (before.state() == PlanState.ABORTING) {
      PlanState end = plan.isComplete() ? PlanState.COMPLETED : PlanState.ABORTED;
      board.enter(plan.id(), end, plan.progress());
    } else {
      plan.done().failure().ifPresent(reason -> board.enter(plan.id(), PlanState.FAILED, reason));
    }
  }

  private Optional<PlanRecord> completed(String id) {
    return board.book().find(id).filter(p -> p.state() == PlanState.COMPLETED);
  }

  /** An abort that nobody has ordered is that of the coordinator's end: the plan goes on later. */
  private void end(PlanRecord plan, Run run, PlanWork.End end) {
    List<String> note = new ArrayList<>(List.of(plan.progress()));
    note.addAll(run.reasons());
    String text = String.join("; ", note);
    switch (end) {
      case COMPLETED -> board.enter(plan.id(), PlanState.COMPLETED, text);
      case ABORTED -> {
        if (plan.state() == PlanState.ABORTING) {
          board.enter(plan.id(), PlanState.ABORTED, text);
        }
      }
      case FAILED -> board.enter(plan.id(), PlanState.FAILED, text);
      case LEFT -> {
        // The plan is still being carried out.
      }
    }
  }
}
