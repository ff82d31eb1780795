package io.amoeba.coordinator.execute;

import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.execute.background.PlanWork;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.operations.OperationJournal;
import io.amoeba.coordinator.operations.OperationRunner;
import io.amoeba.coordinator.plan.AlignRouting;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Carries plans out, each kind of action by its own executor, and notes how far they have come.
 * Safe for concurrent use.
 */
public final class PlanExecutor {

  private final PlanBoard board;
  private final RoutingExecutor routing;
  private final OperationExecutor operations;
  private final List<WorkExecutor> works;

  /** An executor for the plans of a board, without operations. */
  public PlanExecutor(
      PlanBoard board, PlacementPublisher publisher, Drill drill, List<? extends PlanWork> works) {
    this(board, publisher, drill, new OperationRunner(List.of(), OperationJournal.NONE), works);
  }

  /**
   * An executor for the plans of a board.
   *
   * @param runner of the operations that change store or job
   * @param works the same, for the kinds of plans that have no operation yet
   */
  public PlanExecutor(
      PlanBoard board,
      PlacementPublisher publisher,
      Drill drill,
      OperationRunner runner,
      List<? extends PlanWork> works) {
    this.board = board;
    this.routing = new RoutingExecutor(board, publisher, drill);
    this.operations = new OperationExecutor(board, runner);
    this.works = works.stream().map(work -> new WorkExecutor(board, work)).toList();
  }

  /**
   * Why no plan may be made, begin or go on now, if so: a hash slot is half moved, a migration half
   * done, or a plan that has ended leaves its work. Each call also sees to it that it is ended.
   */
  public Optional<Symptom> unready() {
    Optional<Symptom> waiting = operations.unready().map(Symptom::ofOperation);
    List<Symptom> halfDone =
        works.stream().map(WorkExecutor::unready).flatMap(Optional::stream).toList();
    return waiting.or(() -> halfDone.stream().findFirst()).or(this::unended);
  }

  private Optional<Symptom> unended() {
    return Stream.concat(Stream.of(operations.ended()), works.stream().map(WorkExecutor::ended))
        .flatMap(Optional::stream)
        .findFirst()
        .map(Symptoms::endedPlanUnfinished);
  }

  /** Whether store or job are being changed; they then look another way from look to look. */
  public boolean isMoving() {
    return operations.isUnderWay() || works.stream().anyMatch(WorkExecutor::isUnderWay);
  }

  /**
   * Begins a plan, or goes on with it.
   *
   * @param before how its operators did before it began
   */
  public void step(PlanRecord plan, Performance before) {
    boolean routes = plan.plan().action() instanceof AlignRouting;
    if (operations.isOfAnother(plan)
        || works.stream().anyMatch(work -> work.isOfAnother(plan))
        || (routes && routing.isTakenByDrill(plan))) {
      return;
    }
    if (plan.state() == PlanState.APPROVED) {
      board.change(plan.id(), record -> record.begunAt(before));
      board.enter(plan.id(), PlanState.EXECUTING, plan.plan().action().text());
    }
    Optional<WorkExecutor> work = workOf(plan);
    if (routes) {
      routing.step(plan);
    } else if (operations.carriesOut(plan)) {
      operations.step(plan);
    } else if (work.isPresent()) {
      work.get().step(plan);
    } else {
      board.enter(
          plan.id(),
          PlanState.FAILED,
          "this coordinator is not configured for it: set plans.file and the section for such plans");
    }
  }

  /** No plan may go on for now: what works by itself stops at its next safe point. */
  public void rest() {
    operations.rest();
    works.forEach(WorkExecutor::rest);
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
    works.forEach(work -> work.endOthers(begun));
    return begun.flatMap(this::confirm);
  }

  private Optional<PlanRecord> confirm(PlanRecord plan) {
    if (plan.plan().action() instanceof AlignRouting) {
      return routing.confirm(plan.id());
    }
    return operations.carriesOut(plan)
        ? operations.confirm(plan)
        : workOf(plan).flatMap(work -> work.confirm(plan));
  }

  private Optional<WorkExecutor> workOf(PlanRecord plan) {
    return works.stream().filter(work -> work.carriesOut(plan)).findFirst();
  }
}
