package io.amoeba.coordinator.execute;

import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.operations.OperationRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Carries plans out, each by the executor of its kind, and notes how far they have come. Safe for
 * concurrent use.
 */
public final class PlanExecutor {

  private static final Problem NOT_CONFIGURED =
      Problem.error(
          "CHANGE_NOT_CONFIGURED",
          "",
          "this coordinator is not configured for such plans",
          "Set plans.file and the section for such plans.");

  private final PlanBoard board;
  private final OperationExecutor operations;
  private final List<ChangeExecutor> executors;

  /**
   * An executor for the plans of a board.
   *
   * @param runner of the operations that change store or job
   * @param others of kinds of change that have no operation
   */
  public PlanExecutor(
      PlanBoard board, OperationRunner runner, List<? extends ChangeExecutor> others) {
    this.board = board;
    this.operations = new OperationExecutor(board, runner);
    List<ChangeExecutor> all = new ArrayList<>(others);
    all.add(operations);
    this.executors = List.copyOf(all);
  }

  private Optional<ChangeExecutor> executor(PlanRecord plan) {
    return executors.stream()
        .filter(executor -> executor.carriesOut(plan.plan().action()))
        .findFirst();
  }

  /**
   * Why no plan can be made, begin or continue now, if so: an operation is half done, or that of a
   * plan that has ended is not over. Each call also continues or undoes a half-done operation.
   */
  public Optional<Symptom> unready() {
    return operations
        .unready()
        .map(Symptom::ofOperation)
        .or(() -> operations.ended().map(Symptoms::endedPlanUnfinished));
  }

  /** Whether store or job are being changed; they then look another way from look to look. */
  public boolean isMoving() {
    return operations.isUnderWay();
  }

  /**
   * Begins a plan, or goes on with it.
   *
   * @param before how its operators did before it began
   */
  public void step(PlanRecord plan, Performance before) {
    Optional<ChangeExecutor> executor = executor(plan);
    if (operations.isOfAnother(plan) || executor.filter(by -> by.isSuperseded(plan)).isPresent()) {
      return;
    }
    if (plan.state() == PlanState.APPROVED) {
      board.change(plan.id(), record -> record.begunAt(before));
      board.enter(plan.id(), PlanState.EXECUTING, plan.plan().action().text());
    }
    executor.ifPresentOrElse(
        by -> by.step(plan),
        () ->
            board.enter(
                plan.id(), PlanState.FAILED, NOT_CONFIGURED.message(), List.of(NOT_CONFIGURED)));
  }

  /** No plan may go on for now: what works by itself stops at its next safe point. */
  public void rest() {
    operations.rest();
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
    operations.endOthers(begun);
    return begun.flatMap(plan -> executor(plan).flatMap(by -> by.confirm(plan)));
  }
}
