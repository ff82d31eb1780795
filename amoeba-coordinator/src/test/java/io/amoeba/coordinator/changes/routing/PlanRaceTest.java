package io.amoeba.coordinator.changes.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.approve.ApprovalPolicy;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.execute.PlanExecutor;
import io.amoeba.coordinator.knowledge.DecisionLog;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.monitor.ReportBook;
import io.amoeba.coordinator.operations.OperationJournal;
import io.amoeba.coordinator.operations.OperationRunner;
import io.amoeba.coordinator.plan.Proposal;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The loop publishes while the hand-over thread confirms, as in the service. */
class PlanRaceTest {

  private static final int PLANS = 100;

  @Test
  @Timeout(120)
  void everyPlanIsPublishedOnceAndCompleted() throws Exception {
    Clock clock = Clock.systemUTC();
    PlacementPublisher publisher =
        new PlacementPublisher(
            "this", new ReportBook(clock::millis, 60_000), PublicationStore.NONE, Runnable::run);
    publisher.tell(SimulatedJob.told(2));
    PlanBoard board =
        new PlanBoard(PlanStore.NONE, ApprovalPolicy.UNLIMITED, new DecisionLog(clock), clock);
    PlanExecutor executor =
        new PlanExecutor(
            board,
            new OperationRunner(List.of(), OperationJournal.NONE),
            List.of(new RoutingExecutor(board, publisher, new Drill(publisher, clock::millis))));
    SimulatedJob job = new SimulatedJob(2, new Random(1));
    AtomicBoolean ended = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<?> confirming = threads.submit(() -> confirm(executor, ended));
      Future<?> reporting = threads.submit(() -> work(job, publisher, ended));
      for (int i = 0; i < PLANS; i++) {
        carryOut(i, board, executor);
      }
      ended.set(true);
      confirming.get();
      reporting.get();
    } finally {
      ended.set(true);
      threads.shutdownNow();
    }

    assertThat(board.book().made()).isEqualTo(PLANS);
    assertThat(publisher.document().edges().get(0).epoch()).isEqualTo(PLANS);
  }

  private static void carryOut(int number, PlanBoard board, PlanExecutor executor) {
    Proposal proposal = Plans.proposal("here", number % 2, 10, "Toll");
    Sight sight = new Sight(Optional.of("here"), List.of(proposal), "", Set.of(Plans.TOLL));
    board.review(Mode.ACT, sight).ifPresent(p -> executor.step(p, Performance.UNKNOWN));
    while (board.book().open().isPresent()) {
      board
          .book()
          .open()
          .filter(plan -> !plan.unpublished().isEmpty())
          .ifPresent(plan -> executor.step(plan, Performance.UNKNOWN));
      Thread.onSpinWait();
    }
    assertThat(board.book().newestFirst().get(0).state())
        .as("plan " + number)
        .isEqualTo(PlanState.COMPLETED);
  }

  private static void confirm(PlanExecutor executor, AtomicBoolean ended) {
    while (!ended.get()) {
      executor.confirm();
    }
  }

  private static void work(SimulatedJob job, PlacementPublisher publisher, AtomicBoolean ended) {
    while (!ended.get()) {
      for (int i = 0; i < 2; i++) {
        job.receive(i, publisher.document());
        job.act(i);
        job.process(i);
        job.report(i, publisher);
      }
    }
  }
}
