package io.amoeba.coordinator.execute;

import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.execute.moves.BackgroundMoves;
import io.amoeba.coordinator.execute.moves.BackgroundMoves.Run;
import io.amoeba.coordinator.execute.moves.MoveEnd;
import io.amoeba.coordinator.execute.moves.RecoveryPolicy;
import io.amoeba.coordinator.knowledge.PlanProgress;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.plan.MoveHashSlots;
import java.util.Optional;

/**
 * Lets the hash slots of a plan move in the background, tells the mover what people have ordered,
 * and notes how far it has come. Between two hash slots is a safe point. Safe for concurrent use if
 * calls of {@link #confirm} are not.
 */
final class MovesExecutor {

  private final PlanBoard board;
  private final BackgroundMoves moves;

  MovesExecutor(PlanBoard board, BackgroundMoves moves) {
    this.board = board;
    this.moves = moves;
  }

  /*
   * A hash slot that an earlier run left half moved is closed before anything else begins: where it
   * was going if its plan goes on, and where it was, if no key has left, if its plan has ended.
   */
  Optional<String> unready() {
    Optional<PlanRecord> goesOn =
        board
            .book()
            .open()
            .filter(plan -> plan.plan().action() instanceof MoveHashSlots)
            .filter(plan -> plan.state() == PlanState.EXECUTING);
    return moves.recover(
        goesOn.isPresent() ? RecoveryPolicy.FINISH : RecoveryPolicy.UNDO_IF_NO_KEY_MOVED);
  }

  boolean areUnderWay() {
    return moves.run().isPresent();
  }

  /** Whether hash slots of another plan, which has ended, are still on their way. */
  boolean areOfAnother(PlanRecord plan) {
    return moves.run().filter(run -> !run.plan().equals(plan.id())).isPresent();
  }

  /** Begins, or goes on after a rest, unless an order of a person has come first. */
  void step(PlanRecord plan) {
    board.advance(
        plan.id(),
        now -> {
          if (moves.run().isPresent()) {
            moves.resume();
          } else if (now.plan().action() instanceof MoveHashSlots action) {
            moves.begin(now.id(), action.moves(), keys(now));
          }
          return now;
        });
  }

  void rest() {
    moves.pause();
  }

  /** Ends the run of a plan that has ended while its hash slots moved. */
  void endOthers(Optional<PlanRecord> begun) {
    Optional<Run> run = moves.run();
    if (run.isPresent() && begun.filter(p -> p.id().equals(run.get().plan())).isEmpty()) {
      moves.abort();
      if (run.get().end().isPresent()) {
        moves.forget(run.get().plan());
      }
    }
  }

  Optional<PlanRecord> confirm(PlanRecord plan) {
    if (plan.state() == PlanState.ABORTING) {
      moves.abort();
    } else if (board.book().pause().isPresent()) {
      moves.pause();
    }
    Optional<Run> run = moves.run().filter(r -> r.plan().equals(plan.id()));
    if (run.isEmpty()) {
      if (plan.state() == PlanState.ABORTING && moves.isClosed()) {
        board.enter(plan.id(), PlanState.ABORTED, plan.progress());
      }
      return Optional.empty();
    }
    board.change(plan.id(), record -> record.advanced(progress(record, run.get())));
    if (run.get().end().isEmpty()) {
      return Optional.empty();
    }
    end(board.book().find(plan.id()).orElse(plan), run.get(), run.get().end().get());
    moves.forget(plan.id());
    return board.book().find(plan.id()).filter(p -> p.state() == PlanState.COMPLETED);
  }

  /** An abort that nobody has ordered is that of the coordinator's end: the plan goes on later. */
  private void end(PlanRecord plan, Run run, MoveEnd end) {
    String id = plan.id();
    switch (end) {
      case COMPLETED -> board.enter(id, PlanState.COMPLETED, plan.progress());
      case ABORTED -> {
        if (plan.state() == PlanState.ABORTING) {
          board.enter(id, PlanState.ABORTED, plan.progress());
        }
      }
      case STOPPED, INTERRUPTED ->
          board.enter(
              id, PlanState.FAILED, plan.progress() + "; " + String.join("; ", run.reasons()));
    }
  }

  /** Whoever begins again counts from the first hash slot, also those that have moved before. */
  private static PlanProgress progress(PlanRecord plan, Run run) {
    return new PlanProgress.Moves(Math.max(plan.movedHashSlots(), run.hashSlots()), run.keys());
  }

  private static long keys(PlanRecord plan) {
    return plan.done() instanceof PlanProgress.Moves done ? done.keys() : 0;
  }
}
