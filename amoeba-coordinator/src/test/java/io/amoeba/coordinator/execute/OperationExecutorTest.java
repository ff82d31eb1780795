package io.amoeba.coordinator.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.changes.servers.StartProgress;
import io.amoeba.coordinator.changes.servers.StartServers;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.operations.CountingOperation;
import io.amoeba.coordinator.operations.CountingOperation.Count;
import io.amoeba.coordinator.operations.CountingOperation.Fails;
import io.amoeba.coordinator.operations.CountingOperation.Waits;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import io.amoeba.coordinator.plan.PlanStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A plan of two servers, whose operation opens each and then finishes it. */
class OperationExecutorTest extends ExecutedPlans {

  private final CountingOperation counting = new CountingOperation();

  OperationExecutorTest() {
    start(List.of(counting));
  }

  @Test
  void aPlanIsCarriedOutAndSaysHowFarItHasCome() throws InterruptedException {
    stopIn("open 2");
    tick();
    reached.await();
    tick();
    assertThat(plan().progress()).isEqualTo("1 of 2 servers are empty members");
    assertThat(executor.isMoving()).isTrue();
    assertThat(executor.unready()).isEmpty();
    release.countDown();

    awaitState(PlanState.COMPLETED);

    assertThat(plan().last().note()).isEqualTo("2 of 2 servers are empty members");
    assertThat(plan().duration()).isPresent();
    assertThat(executor.isMoving()).isFalse();
    assertThat(journal.isOpen()).isFalse();
  }

  @Test
  void aPauseAndAnUnclearSightHoldItAtASafePoint() throws InterruptedException {
    stopIn("finish 1");
    tick();
    reached.await();

    look(Sight.unclear("Flink does not answer"));
    release.countDown();
    await().atMost(PATIENCE).until(runner::isResting);
    orders.pause("alice");
    tick();
    assertThat(counting.history()).containsExactly("open 1", "finish 1");
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);
    orders.resume("alice");
    tick();

    awaitState(PlanState.COMPLETED);
  }

  @Test
  void anAbortUndoesWhatIsHalfDoneAndTheRestIsNotMadeAgain() throws InterruptedException {
    stopIn("open 2");
    tick();
    reached.await();

    orders.abort("plan-1", "alice", "enough");
    executor.confirm();
    assertThat(plan().state()).isEqualTo(PlanState.ABORTING);
    release.countDown();

    awaitState(PlanState.ABORTED);
    assertThat(counting.history()).endsWith("close 2");
    assertThat(plan().last().note()).isEqualTo("1 of 2 servers are empty members");
    assertThat(journal.isOpen()).isFalse();
    tick();
    assertThat(board.book().made()).isEqualTo(1);
  }

  @Test
  void anAbortThatFindsNothingLeftCompletesThePlan() throws InterruptedException {
    stopIn("finish 2");
    tick();
    reached.await();
    orders.abort("plan-1", "alice", "enough");
    release.countDown();

    awaitState(PlanState.COMPLETED);
  }

  @Test
  void noPlanIsMadeWhileTheOperationOfAPlanThatHasEndedIsUndone() throws InterruptedException {
    Sight elsewhere =
        new Sight(
            Optional.of("22222222bbbbbbbb"),
            List.of(Plans.starts("22222222bbbbbbbb", "e", "f")),
            "",
            Set.of());
    stopIn("open 1");
    tick();
    reached.await();

    look(new Sight(elsewhere.fingerprint(), List.of(), "nothing", Set.of()));
    assertThat(plan().state()).isEqualTo(PlanState.FAILED);
    look(elsewhere);
    assertThat(board.book().made()).isEqualTo(1);
    assertThat(decisions.newestFirst().get(0).text())
        .isEqualTo(
            "no plan: plan-1: the plan has ended, and its unfinished change is not recovered yet");
    release.countDown();

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              look(elsewhere);
              assertThat(board.book().made()).isEqualTo(2);
            });
    assertThat(counting.history()).startsWith("open 1", "close 1");
  }

  @Test
  void whatFailsHalfDoneEndsThePlanAndIsUndoneBeforeTheNext() {
    counting.in(
        (step, control) -> {
          if (step.equals("finish 2")) {
            throw new Fails();
          }
        });
    tick();

    awaitState(PlanState.FAILED);
    assertThat(plan().last().note()).isEqualTo("1 of 2 servers are empty members; finish 2 fails");
    assertThat(executor.unready()).contains(waits("2 is half done"));
    assertThat(executor.isMoving()).isTrue();
    awaitReady();
    executor.confirm();
    assertThat(counting.history()).endsWith("open 2", "close 2");
    assertThat(journal.isOpen()).isFalse();
    assertThat(executor.isMoving()).isFalse();
  }

  @Test
  void whatAKilledCoordinatorLeftIsFinishedAndItsPlanGoesOn() {
    isCarriedOut();
    leave("plan-1", new Count(0, 2, true));

    assertThat(executor.unready()).contains(waits("1 is half done"));
    look(Sight.unclear("recovery"));
    awaitReady();
    assertThat(plan().done()).isEqualTo(new StartProgress(1));
    await().atMost(PATIENCE).until(runner::isResting);
    assertThat(counting.history()).containsExactly("finish 1");
    tick();

    awaitState(PlanState.COMPLETED);
  }

  @Test
  void whatAKilledCoordinatorLeftOfAPlanThatNobodyKnowsIsUndone() {
    leave("plan-7", new Count(0, 2, true));

    assertThat(executor.unready()).isPresent();
    awaitReady();
    executor.confirm();

    assertThat(counting.history()).containsExactly("close 1");
    assertThat(journal.isOpen()).isFalse();
  }

  @Test
  void whatAKilledCoordinatorLeftOfAPlanThatHasEndedCounts() {
    isCarriedOut();
    board.enter("plan-1", PlanState.FAILED, "");
    leave("plan-1", new Count(1, 2, true));

    assertThat(executor.unready()).isPresent();
    awaitReady();
    executor.confirm();

    assertThat(counting.history()).containsExactly("close 2");
    assertThat(plan().done()).isEqualTo(new StartProgress(1));
    assertThat(journal.isOpen()).isFalse();
  }

  @Test
  void anAbortReachesWhatASuccessorRestsWith() {
    counting.in((step, control) -> control.safePoint());
    isCarriedOut();
    leave("plan-1", new Count(1, 2, true));
    orders.pause("alice");
    look(Sight.unclear("recovery"));
    assertThat(counting.history()).isEmpty();

    orders.abort("plan-1", "alice", "");
    awaitReady();

    awaitState(PlanState.ABORTED);
    assertThat(plan().last().note()).isEqualTo("1 of 2 servers are empty members");
  }

  @Test
  void aPlanWhoseEndWasNotTakenNoteOfIsNotCarriedOutAgain() {
    isCarriedOut();
    leave("plan-1", new Count(2, 2, false));
    tick();

    awaitState(PlanState.COMPLETED);
    assertThat(counting.history()).isEmpty();
  }

  @Test
  void anAlarmIsASymptomUntilTheStepIsTaken() {
    AtomicBoolean over = new AtomicBoolean();
    counting.in(
        (step, control) -> {
          if (step.equals("finish 1") && !over.get()) {
            throw new Waits(
                new Problem("JOB_STOPPED", Severity.ALARM, "", "the job is down", "Start it."));
          }
        });
    tick();

    await().atMost(PATIENCE).until(() -> executor.unready().isPresent());
    Symptom alarm = executor.unready().orElseThrow();
    assertThat(alarm.problem().severity()).isEqualTo(Severity.ALARM);
    assertThat(alarm.problem().message()).isEqualTo("the job is down. Start it.");
    assertThat(alarm.blocks("Toll")).isTrue();
    assertThat(plan().status().problems()).extracting(Problem::code).containsExactly("JOB_STOPPED");
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);
    over.set(true);

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              tick();
              assertThat(plan().state()).isEqualTo(PlanState.COMPLETED);
            });
    assertThat(executor.unready()).isEmpty();
  }

  @Test
  void aFailureThatAFormerCoordinatorNotedEndsThePlanWithoutAnotherAttempt() {
    Problem why = Problem.error("FAILS", "c:7000", "the disk is full", "");
    isCarriedOut();
    board.change(
        "plan-1",
        plan ->
            plan.at(
                new PlanStatus(plan.done(), "", List.of(why), Optional.of(PlanStatus.End.FAILED))));

    tick();

    assertThat(plan().state()).isEqualTo(PlanState.FAILED);
    assertThat(plan().last().note()).endsWith("c:7000: the disk is full");
    assertThat(plan().last().problems()).containsExactly(why);
    assertThat(counting.history()).isEmpty();
  }

  @Test
  void aPlanEndsOnlyWhenTheJournalIsCleared() {
    AtomicBoolean full = new AtomicBoolean(true);
    journal.beforeClear(
        () -> {
          if (full.get()) {
            throw new UncheckedIOException(new IOException("no space left"));
          }
        });
    tick();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              executor.confirm();
              return plan().isComplete() && runner.status().orElseThrow().isOver();
            });
    executor.confirm();
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);

    full.set(false);

    awaitState(PlanState.COMPLETED);
  }

  @Test
  void withoutAnOperationThePlanFails() {
    start(List.of());
    tick();

    awaitState(PlanState.FAILED);
    assertThat(plan().last().note()).contains("Set plans.file");
  }

  private static Symptom waits(String text) {
    return Symptom.ofOperation(Problem.error("HALF_DONE", text, ""));
  }

  private void tick() {
    look(sight());
  }

  private static Sight sight() {
    return new Sight(
        Optional.of(TOPOLOGY), List.of(Plans.starts(TOPOLOGY, "c", "d")), "", Set.of());
  }

  /** The plan is being carried out, as it was when its coordinator was killed. */
  private void isCarriedOut() {
    board.review(Mode.ACT, sight());
    board.enter("plan-1", PlanState.EXECUTING, "");
  }

  /** A coordinator was killed, and another one starts. */
  private void leave(String plan, Count state) {
    runner.close();
    journal.write(new Entry(plan, StartServers.KIND, state));
    start(List.of(counting));
  }

  private void stopIn(String name) {
    counting.in(
        (step, control) -> {
          if (step.equals(name)) {
            reached.countDown();
            release.await();
          }
        });
  }

  @Override
  protected void awaitState(PlanState state) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              if (plan().state() != state) {
                executor.confirm(); // once more would undo what a failed plan left
              }
              assertThat(plan().state()).isEqualTo(state);
            });
  }
}
