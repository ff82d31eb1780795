package io.amoeba.coordinator.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.approve.ApprovalPolicy;
import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.knowledge.DecisionLog;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.operations.InMemoryOperationJournal;
import io.amoeba.coordinator.operations.Operation;
import io.amoeba.coordinator.operations.OperationRunner;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;

/** Plans on a board, carried out by operations: a coordinator whose ticks a test makes. */
public abstract class ExecutedPlans {

  protected static final String TOPOLOGY = "11111111aaaaaaaa";

  /** How long a test waits for what the thread of the steps does. */
  protected static final Duration PATIENCE = Duration.ofMinutes(1);

  protected final ManualClock clock = new ManualClock();
  protected final DecisionLog decisions = new DecisionLog(clock);
  protected final PlanBoard board =
      new PlanBoard(PlanStore.NONE, ApprovalPolicy.UNLIMITED, decisions, clock);
  protected final Orders orders = new Orders(board, clock);
  protected final InMemoryOperationJournal journal = new InMemoryOperationJournal();

  /** A step has come to where the test stops it. */
  protected final CountDownLatch reached = new CountDownLatch(1);

  /** The test lets that step continue. */
  protected final CountDownLatch release = new CountDownLatch(1);

  protected OperationRunner runner = new OperationRunner(List.of(), journal);
  protected PlanExecutor executor = executor();

  @AfterEach
  void end() {
    release.countDown();
    runner.close();
  }

  /** Another coordinator starts after the one before has stopped. */
  protected final void start(List<? extends Operation<?>> operations) {
    runner.close();
    runner = new OperationRunner(operations, journal);
    executor = executor();
  }

  private PlanExecutor executor() {
    return new PlanExecutor(board, runner, List.of());
  }

  /** A tick of the control loop that finds this. */
  protected final void look(Sight sight) {
    Sight clear =
        executor
            .unready()
            .map(symptom -> Sight.unclear(symptom.problem().statement()))
            .orElse(sight);
    board
        .review(Mode.ACT, clear)
        .ifPresentOrElse(plan -> executor.step(plan, Performance.UNKNOWN), () -> executor.rest());
    executor.confirm();
  }

  protected final PlanRecord plan() {
    return board.book().find("plan-1").orElseThrow();
  }

  protected void awaitState(PlanState state) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              executor.confirm();
              assertThat(plan().state()).isEqualTo(state);
            });
  }

  protected final void awaitReady() {
    await().atMost(PATIENCE).until(() -> executor.unready().isEmpty());
  }
}
