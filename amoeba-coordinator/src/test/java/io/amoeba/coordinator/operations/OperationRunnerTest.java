package io.amoeba.coordinator.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.changes.servers.StartProgress;
import io.amoeba.coordinator.changes.servers.StartServers;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.operations.CountingOperation.Count;
import io.amoeba.coordinator.operations.CountingOperation.Fails;
import io.amoeba.coordinator.operations.CountingOperation.Waits;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import io.amoeba.coordinator.plan.PlanStatus;
import io.amoeba.coordinator.plan.PlanStatus.End;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An operation of two numbers, each of which is opened and then finished. */
class OperationRunnerTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Problem BUSY = Problem.error("BUSY", "the server is busy", "wait");
  private static final String[] ALL = {"open 1", "finish 1", "open 2", "finish 2"};

  private final CountingOperation counting = new CountingOperation();
  private final InMemoryOperationJournal journal = new InMemoryOperationJournal();
  private final List<Integer> attempts = new CopyOnWriteArrayList<>();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private Duration pause = Duration.ofMillis(1);
  private OperationRunner runner = runner();

  @AfterEach
  void end() {
    release.countDown();
    runner.close();
  }

  @Test
  void everyStateIsDurableBeforeTheStepFromThere() {
    List<Optional<Count>> states = new CopyOnWriteArrayList<>();
    counting.in((step, control) -> states.add(open()));

    runner.go(plan("plan-1"));
    awaitEnd(End.DONE);

    assertThat(counting.history()).containsExactly(ALL);
    assertThat(states)
        .containsExactly(
            Optional.of(new Count(0, 2, false)),
            Optional.of(new Count(0, 2, true)),
            Optional.of(new Count(1, 2, false)),
            Optional.of(new Count(1, 2, true)));
  }

  @Test
  void theJournalIsClearedWhenTheEndIsTakenNoteOf() {
    runner.go(plan("plan-1"));
    awaitEnd(End.DONE);
    assertThat(journal.isOpen()).isTrue();

    assertThat(runner.forget()).isTrue();

    assertThat(journal.isOpen()).isFalse();
    assertThat(runner.status()).isEmpty();
  }

  @Test
  void anEndThatCannotBeKeptIsKeptLater() {
    AtomicInteger calls = new AtomicInteger();
    journal.beforeClear(
        () -> {
          if (calls.incrementAndGet() == 1) {
            throw new UncheckedIOException(new IOException("no space left"));
          }
        });
    runner.go(plan("plan-1"));
    awaitEnd(End.DONE);

    assertThat(runner.forget()).isFalse();
    assertThat(runner.status()).isPresent();
    assertThat(runner.forget()).isTrue();
  }

  @Test
  void whatCannotBeWrittenDownDoesNotBegin() {
    journal.beforeWrite(
        state -> {
          throw new UncheckedIOException("no space left", new IOException());
        });

    runner.go(plan("plan-1"));

    awaitEnd(End.FAILED);
    assertThat(problems()).containsExactly("nothing was changed: no space left");
    assertThat(counting.history()).isEmpty();
  }

  @Test
  void aStateThatCannotBeWrittenWhileSomethingIsHalfDoneIsWrittenLater() {
    AtomicInteger refused = new AtomicInteger();
    journal.beforeWrite(
        state -> {
          if (state.equals(new Count(1, 2, false)) && refused.incrementAndGet() < 3) {
            throw new UncheckedIOException("no space left", new IOException());
          }
        });

    runner.go(plan("plan-1"));
    awaitEnd(End.DONE);

    assertThat(attempts).containsExactly(1, 2);
    assertThat(counting.history())
        .containsExactly("open 1", "finish 1", "finish 1", "finish 1", "open 2", "finish 2");
  }

  @Test
  void aPauseTakesEffectWhereNothingIsHalfDone() throws InterruptedException {
    stopIn("finish 1");
    runner.go(plan("plan-1"));
    reached.await();

    runner.rest();
    release.countDown();

    await().atMost(PATIENCE).until(runner::isResting);
    assertThat(counting.history()).containsExactly("open 1", "finish 1");
    assertThat(open()).contains(new Count(1, 2, false));
    assertThat(status().done()).isEqualTo(new StartProgress(1));
    runner.go(plan("plan-1"));
    awaitEnd(End.DONE);
    assertThat(counting.history()).containsExactly(ALL);
  }

  @Test
  void aPauseTakesEffectAtASafePointWithinAStep() throws InterruptedException {
    counting.in(
        (step, control) -> {
          if (step.equals("finish 1")) {
            reached.countDown();
            release.await();
            control.safePoint();
          }
        });
    runner.go(plan("plan-1"));
    reached.await();

    runner.rest();
    release.countDown();

    await().atMost(PATIENCE).until(runner::isResting);
    assertThat(counting.history()).containsExactly("open 1");
    runner.go(plan("plan-1"));
    awaitEnd(End.DONE);
  }

  @Test
  void anAbortEndsItWhereNothingIsHalfDone() throws InterruptedException {
    stopIn("open 2");
    runner.go(plan("plan-1"));
    reached.await();
    runner.rest();
    runner.abort();
    release.countDown();

    awaitEnd(End.ABORTED);

    assertThat(counting.history()).containsExactly("open 1", "finish 1", "open 2", "close 2");
    assertThat(status().done()).isEqualTo(new StartProgress(1));
  }

  @Test
  void anAbortEndsAStepAtItsSafePointAndUndoesWhatItHasWritten() throws InterruptedException {
    counting.in(
        (step, control) -> {
          if (step.equals("open 1")) {
            control.write(new Count(0, 2, true));
            reached.countDown();
            release.await();
            control.safePoint();
          }
        });
    runner.go(plan("plan-1"));
    reached.await();
    runner.abort();
    release.countDown();

    awaitEnd(End.ABORTED);

    assertThat(counting.history()).containsExactly("close 1");
  }

  @Test
  void whatIsUndoneDoesNotRest() throws InterruptedException {
    counting.in(
        (step, control) -> {
          if (step.equals("close 1")) {
            assertThat(control.isAborted()).isTrue();
            control.safePoint();
          } else if (step.equals("finish 1")) {
            reached.countDown();
            control.safePoint();
            throw new Waits(BUSY);
          }
        });
    runner.go(plan("plan-1"));
    reached.await();
    runner.rest();

    runner.abort();

    awaitEnd(End.ABORTED);
    assertThat(counting.history()).containsExactly("open 1", "close 1");
  }

  @Test
  void aStepThatWaitsIsTakenAgainAfterPausesThatBeginAnewWithEachStep() {
    AtomicInteger waits = new AtomicInteger();
    counting.in(
        (step, control) -> {
          if (step.startsWith("finish") && waits.incrementAndGet() % 3 != 0) {
            throw new Waits(BUSY);
          }
        });

    runner.go(plan("plan-1"));
    await().atMost(PATIENCE).until(() -> counting.history().contains("finish 1"));
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              runner.go(plan("plan-1"));
              assertThat(status().end()).contains(End.DONE);
            });

    assertThat(attempts).containsExactly(1, 2, 1, 2);
    assertThat(counting.history()).containsExactly(ALL);
  }

  @Test
  void aStepThatWaitsShowsItsProblemUntilNothingIsHalfDone() {
    pause = Duration.ofHours(1);
    counting.in(
        (step, control) -> {
          if (step.equals("finish 1")) {
            throw new Waits(BUSY);
          }
        });
    runner.go(plan("plan-1"));

    await().atMost(PATIENCE).until(() -> runner.recover(true, false).equals(Optional.of(BUSY)));

    assertThat(status().end()).isEmpty();
    runner.abort();
    awaitEnd(End.ABORTED);
    assertThat(runner.recover(true, false)).isEmpty();
  }

  @Test
  void aStepThatThrowsIsTakenAgainWhileSomethingIsHalfDone() {
    AtomicInteger thrown = new AtomicInteger();
    counting.in(
        (step, control) -> {
          if (step.equals("finish 1") && thrown.incrementAndGet() == 1) {
            throw new IllegalStateException("a broken answer");
          }
        });
    runner.go(plan("plan-1"));

    awaitEnd(End.DONE);

    assertThat(attempts).containsExactly(1);
  }

  @Test
  void aStepThatThrowsFailsWhereNothingIsHalfDoneAndTheNextPlanIsCarriedOut() {
    counting.in(
        (step, control) -> {
          throw new IllegalStateException("a broken answer");
        });
    runner.go(plan("plan-1"));
    awaitEnd(End.FAILED);
    assertThat(problems()).containsExactly("a broken answer");
    assertThat(runner.forget()).isTrue();

    counting.in((step, control) -> {});
    runner.go(plan("plan-2"));

    awaitEnd(End.DONE);
    assertThat(operation().plan()).isEqualTo("plan-2");
  }

  @Test
  void whatFailsHalfDoneIsUndoneWhenThatIsSaid() {
    counting.in(
        (step, control) -> {
          if (step.equals("finish 2")) {
            throw new Fails();
          }
        });
    runner.go(plan("plan-1"));
    await().atMost(PATIENCE).until(() -> status().end().isPresent());
    assertThat(status().end()).contains(End.FAILED);
    assertThat(operation().isOver()).isFalse();
    assertThat(problems()).containsExactly("finish 2 fails");
    assertThat(runner.forget()).isFalse();
    await().atMost(PATIENCE).until(runner::isResting);

    assertThat(runner.recover(false, false)).map(Problem::text).contains("2 is half done");

    awaitEnd(End.FAILED);
    assertThat(problems()).containsExactly("finish 2 fails");
    assertThat(counting.history()).endsWith("open 2", "close 2");
  }

  @Test
  void whatCannotBeUndoneIsTriedAgain() {
    AtomicInteger failed = new AtomicInteger();
    leave(new Count(0, 2, true));
    counting.in(
        (step, control) -> {
          if (failed.incrementAndGet() < 4) {
            throw new Fails();
          }
        });
    restart();

    assertThat(runner.recover(false, false)).isPresent();

    awaitEnd(End.ABORTED);
    assertThat(attempts).containsExactly(1, 2, 3);
  }

  @Test
  void aSuccessorEndsWhatIsHalfDoneAndContinuesWhenThePlanDoes() {
    leave(new Count(0, 2, true));
    restart();
    await().atMost(PATIENCE).until(runner::isResting);
    assertThat(counting.history()).as("nobody has said what becomes of it").isEmpty();

    assertThat(runner.recover(true, false)).map(Problem::text).contains("1 is half done");

    await().atMost(PATIENCE).until(() -> runner.recover(true, false).isEmpty());
    await().atMost(PATIENCE).until(runner::isResting);
    assertThat(counting.history()).containsExactly("finish 1");
    runner.go(plan("plan-1"));
    awaitEnd(End.DONE);
    assertThat(counting.history()).containsExactly("finish 1", "open 2", "finish 2");
  }

  @Test
  void aSuccessorRestsWithinAStepWhilePlansArePaused() {
    counting.in((step, control) -> control.safePoint());
    leave(new Count(0, 2, true));
    restart();

    assertThat(runner.recover(true, true)).isPresent();
    await().atMost(PATIENCE).until(runner::isResting);
    runner.go(plan("plan-1"));
    assertThat(counting.history()).isEmpty();

    assertThat(runner.recover(true, false)).isPresent();
    awaitEnd(End.DONE);
  }

  @Test
  void aSuccessorUndoesWhatIsHalfDoneOfAPlanThatHasEnded() {
    leave(new Count(1, 2, true));
    restart();

    assertThat(runner.recover(false, true)).map(Problem::text).contains("2 is half done");

    awaitEnd(End.ABORTED);
    assertThat(counting.history()).containsExactly("close 2");
    assertThat(status().done()).isEqualTo(new StartProgress(1));
  }

  @Test
  void aJournalOfAnotherKindIsRefused() {
    leave(new Count(0, 2, true));

    assertThatThrownBy(() -> new OperationRunner(List.of(), journal))
        .hasMessageContaining("kind 'start_servers', for which this coordinator is not configured");
  }

  @Test
  void thereIsOneOperationAtATime() throws InterruptedException {
    stopIn("open 1");
    runner.go(plan("plan-1"));
    reached.await();

    runner.go(plan("plan-2"));
    release.countDown();

    awaitEnd(End.DONE);
    assertThat(operation().plan()).isEqualTo("plan-1");
    assertThat(counting.history()).containsExactly(ALL);
  }

  @Test
  void aCoordinatorThatStopsEndsWhatIsHalfDoneAndLeavesTheRest() throws InterruptedException {
    stopIn("open 1");
    runner.go(plan("plan-1"));
    reached.await();
    Thread closing = closing();
    release.countDown();
    closing.join();

    assertThat(operation().isLeft()).isTrue();
    assertThat(counting.history()).containsExactly("open 1", "finish 1");
    assertThat(runner.forget()).isFalse();
    restart();
    runner.go(plan("plan-1"));
    awaitEnd(End.DONE);
    assertThat(counting.history()).containsExactly(ALL);
  }

  @Test
  void aStepCanLeaveWhatIsHalfDoneToTheSuccessor() throws InterruptedException {
    counting.in(
        (step, control) -> {
          if (step.equals("finish 1")) {
            reached.countDown();
            release.await();
            assertThat(control.isStopping()).isTrue();
            assertThat(control.isAborted()).isFalse();
            control.safePoint();
          }
        });
    runner.go(plan("plan-1"));
    reached.await();
    Thread closing = closing();
    release.countDown();
    closing.join();

    assertThat(operation().isLeft()).isTrue();
    assertThat(open()).contains(new Count(0, 2, true));
  }

  @Test
  void aCoordinatorThatStopsWaitsForNothing() {
    pause = Duration.ofHours(1);
    counting.in(
        (step, control) -> {
          if (step.equals("finish 1")) {
            throw new Waits(BUSY);
          }
        });
    runner.go(plan("plan-1"));
    await().atMost(PATIENCE).until(() -> !attempts.isEmpty());

    runner.close();

    assertThat(operation().isLeft()).isTrue();
    assertThat(open()).contains(new Count(0, 2, true));
  }

  @Test
  void aStepThatTakesTooLongIsInterrupted() throws InterruptedException {
    counting.stopsWithin(Duration.ofMillis(20));
    counting.in(
        (step, control) -> {
          reached.countDown();
          release.await();
        });
    runner.go(plan("plan-1"));
    reached.await();

    runner.close();

    await().atMost(PATIENCE).until(() -> operation().isLeft());
    assertThat(counting.history()).isEmpty();
    assertThat(open()).contains(new Count(0, 2, false));
  }

  @Test
  void aStepThatThrowsWhileTheCoordinatorStopsIsLeftToTheSuccessor() throws InterruptedException {
    counting.in(
        (step, control) -> {
          reached.countDown();
          release.await();
          throw new IllegalStateException("connection closed");
        });
    runner.go(plan("plan-1"));
    reached.await();
    Thread closing = closing();
    release.countDown();
    closing.join();

    assertThat(operation().isLeft()).isTrue();
    assertThat(open()).contains(new Count(0, 2, false));
  }

  private PlanRecord plan(String id) {
    return PlanRecord.proposed(id, "alice", Plans.starts("here", "c", "d"), Instant.EPOCH);
  }

  private OperationRunner runner() {
    return new OperationRunner(
        List.of(counting),
        journal,
        attempt -> {
          attempts.add(attempt);
          return pause;
        });
  }

  private void restart() {
    runner.close();
    runner = runner();
  }

  private void leave(Count state) {
    journal.write(new Entry("plan-1", StartServers.KIND, state));
  }

  private Optional<Count> open() {
    return journal.open(Map.of(StartServers.KIND, Count.class)).map(entry -> (Count) entry.state());
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

  /** A thread that waits for the runner's end. */
  private Thread closing() {
    Thread closing = new Thread(runner::close);
    closing.start();
    await().atMost(PATIENCE).until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    return closing;
  }

  private OperationStatus operation() {
    return runner.status().orElseThrow();
  }

  private PlanStatus status() {
    return operation().status();
  }

  private List<String> problems() {
    return status().problems().stream().map(Problem::message).toList();
  }

  private void awaitEnd(End end) {
    await().atMost(PATIENCE).until(() -> operation().isOver());
    assertThat(status().end()).contains(end);
  }
}
