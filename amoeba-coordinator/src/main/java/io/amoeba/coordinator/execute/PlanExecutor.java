package io.amoeba.coordinator.execute;

import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.execute.moves.BackgroundMoves;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.plan.AlignRouting;
import io.amoeba.coordinator.plan.MoveHashSlots;
import java.util.Optional;

/**
 * Carries plans out, each kind of action by its own executor, and notes how far they have come.
 * Safe for concurrent use.
 */
public final class PlanExecutor {

  private final PlanBoard board;
  private final RoutingExecutor routing;
  private final MovesExecutor moves;

  /** An executor for the plans of a board. */
  public PlanExecutor(
      PlanBoard board, PlacementPublisher publisher, Drill drill, BackgroundMoves moves) {
    this.board = board;
    this.routing = new RoutingExecutor(board, publisher, drill);
    this.moves = new MovesExecutor(board, moves);
  }

  /**
   * Why no plan may be made, begin or go on now, if so: a hash slot is half moved. Each call also
   * sees to it that it is closed.
   */
  public Optional<String> unready() {
    return moves.unready();
  }

  /** Whether hash slots move; the store then changes from look to look. */
  public boolean isMoving() {
    return moves.areUnderWay();
  }

  /**
   * Begins a plan, or goes on with it.
   *
   * @param before how its operators did before it began
   */
  public void step(PlanRecord plan, Performance before) {
    boolean routes = plan.plan().action() instanceof AlignRouting;
    if (moves.areOfAnother(plan) || (routes && routing.isTakenByDrill(plan))) {
      return;
    }
    if (plan.state() == PlanState.APPROVED) {
      board.change(plan.id(), record -> record.begunAt(before));
      board.enter(
          plan.id(), PlanState.EXECUTING, plan.plan().movedHashSlots() + " hash slots move");
    }
    if (routes) {
      routing.step(plan);
    } else {
      moves.step(plan);
    }
  }

  /** No plan may go on for now: what works by itself stops at its next safe point. */
  public void rest() {
    moves.rest();
  }

  /**
   * Notes how far the open plan has come.
   *
   * @return the plan, if it has just been completed
   */
  public synchronized Optional<PlanRecord> confirm() {
    Optional<PlanRecord> begun =
        board
            .book()
            .open()
            .filter(p -> p.state() == PlanState.EXECUTING || p.state() == PlanState.ABORTING);
    moves.endOthers(begun);
    return begun.flatMap(
        plan ->
            plan.plan().action() instanceof MoveHashSlots
                ? moves.confirm(plan)
                : routing.confirm(plan.id()));
  }
}
