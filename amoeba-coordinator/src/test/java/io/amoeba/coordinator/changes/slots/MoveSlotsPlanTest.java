package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.execute.ExecutedPlans;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.operations.Operation;
import io.amoeba.coordinator.operations.OperationDriver;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A plan that moves the hash slots 0 … 7 from a to b, two keys each. */
class MoveSlotsPlanTest extends ExecutedPlans {

  private final SimulatedStore store = new SimulatedStore("a", "b", "c");

  MoveSlotsPlanTest() {
    start(operations());
    for (int hashSlot = 0; hashSlot < SimulatedStore.HASH_SLOTS; hashSlot++) {
      store.increment(hashSlot, "first" + hashSlot);
      store.increment(hashSlot, "second" + hashSlot);
    }
  }

  @Test
  void itsHashSlotsMoveInTheBackgroundAndItSaysHowFarItHasCome() {
    tick();

    awaitState(PlanState.COMPLETED);

    assertThat(plan().done()).isEqualTo(new SlotProgress(8, 16));
    assertThat(plan().last().note()).isEqualTo("8 of 8 hash slots have moved, with 16 keys");
    assertThat(plan().duration()).isPresent();
    assertThat(plan().adaptation()).isPresent();
    assertMoved();
  }

  @Test
  void aPauseTakesEffectBetweenTwoHashSlots() throws InterruptedException {
    tickUntil("b imports 3");
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);

    orders.pause("alice");
    executor.confirm();
    release.countDown();

    awaitFourHashSlots();
    tick();
    assertThat(plan().progress()).isEqualTo("4 of 8 hash slots have moved, with 8 keys");
    assertThat(store.told()).doesNotContain("b imports 4");
    assertThat(inTransition()).isEmpty();
    orders.resume("alice");
    tick();
    awaitState(PlanState.COMPLETED);
    assertMoved();
  }

  @Test
  void aPlanByWhichTheStoreLeavesANodeRestsAndGoesOnAndCanBeAborted() throws InterruptedException {
    Sight drain =
        new Sight(
            Optional.of(TOPOLOGY),
            List.of(Plans.drain(TOPOLOGY, 0, 7, OptionalLong.empty())),
            "",
            Set.of());
    stopAt("b imports 3");
    look(drain);
    reached.await();
    orders.pause("alice");
    executor.confirm();
    release.countDown();
    awaitFourHashSlots();

    orders.abort("plan-1", "alice", "enough");
    orders.resume("alice");
    look(drain);

    awaitState(PlanState.ABORTED);
    assertThat(plan().done()).isEqualTo(new SlotProgress(4, 8));
    look(drain);
    assertThat(board.book().made()).as("its rest is not created again").isEqualTo(1);
    orders.propose("alice");
    look(drain);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              executor.confirm();
              assertThat(board.book().newestFirst().get(0).state()).isEqualTo(PlanState.COMPLETED);
            });
    assertMoved();
  }

  @Test
  void whileTheStreamCannotBeSeenNoFurtherHashSlotBegins() throws InterruptedException {
    tickUntil("b imports 3");

    look(Sight.unclear("Flink does not answer"));
    release.countDown();

    awaitFourHashSlots();
    assertThat(store.told()).doesNotContain("b imports 4");
    tick();
    awaitState(PlanState.COMPLETED);
  }

  @Test
  void anAbortTakesEffectBetweenTwoHashSlotsAndWhatIsDoneStays() throws InterruptedException {
    tickUntil("b imports 3");

    orders.abort("plan-1", "alice", "enough");
    executor.confirm();
    assertThat(plan().state()).isEqualTo(PlanState.ABORTING);
    release.countDown();

    awaitState(PlanState.ABORTED);
    assertThat(plan().done()).isEqualTo(new SlotProgress(4, 8));
    assertThat(store.held("a", 4)).hasSize(2);
    tick();
    assertThat(board.book().made()).as("its rest is not created again").isEqualTo(1);
  }

  @Test
  void anotherPlaceOfTheStreamEndsItAndTheNextPlanIsMadeAtTheSafePoint()
      throws InterruptedException {
    tickUntil("b imports 3");

    look(sight("22222222aaaaaaaa"));
    assertThat(plan().state()).isEqualTo(PlanState.FAILED);
    look(sight("22222222aaaaaaaa"));
    assertThat(board.book().open()).as("one mover for one plan").isEmpty();
    release.countDown();

    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              look(sight("22222222aaaaaaaa"));
              return board
                  .book()
                  .find("plan-2")
                  .filter(next -> next.state() == PlanState.COMPLETED)
                  .isPresent();
            });
    assertMoved();
  }

  @Test
  void aCoordinatorThatEndsStopsBetweenTwoHashSlotsAndItsSuccessorGoesOn()
      throws InterruptedException {
    tickUntil("b imports 3");
    Thread closing = new Thread(runner::close);
    closing.start();
    await().atMost(PATIENCE).until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    release.countDown();
    closing.join();
    executor.confirm();
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);
    assertThat(plan().done()).isEqualTo(new SlotProgress(4, 8));

    start(operations());
    tick();

    awaitState(PlanState.COMPLETED);
    assertThat(plan().done()).isEqualTo(new SlotProgress(8, 16));
    assertThat(board.book().made()).isEqualTo(1);
    assertMoved();
  }

  @Test
  void whatAKilledCoordinatorLeftHalfMovedIsFinishedBeforeItsPlanGoesOn() {
    tickWithoutMoving();
    killAt("a sends keys", 2);
    start(operations());
    int told = store.told().size();

    assertThat(executor.unready())
        .map(symptom -> symptom.problem().text())
        .contains("hash slot 2 is in transition from a to b");
    look(Sight.unclear("recovery"));
    awaitReady();
    assertThat(store.told().subList(told, store.told().size()))
        .allMatch(command -> command.contains("2") || command.equals("a sends keys"));
    tick();

    awaitState(PlanState.COMPLETED);
    assertMoved();
  }

  @Test
  void aHalfMovedHashSlotOfAPlanThatHasEndedGoesBackIfNoKeyHasLeft() {
    killAt("a migrates", 2);
    start(operations());

    assertThat(executor.unready()).isPresent();
    awaitReady();

    assertThat(store.told()).endsWith("b closes 2", "a closes 2");
    executor.confirm();
    assertThat(inTransition()).isEmpty();
  }

  @Test
  void aHashSlotThatCannotBeMovedEndsThePlanAndIsClosedBeforeTheNext() {
    AtomicBoolean refused = new AtomicBoolean();
    store.happens(
        command -> {
          if (command.equals("a migrates 2") && refused.compareAndSet(false, true)) {
            throw new ClusterFailure(ClusterFailure.Kind.REFUSED, "NOPERM of the test");
          }
        });
    tick();

    awaitState(PlanState.FAILED);
    assertThat(plan().last().note())
        .isEqualTo("2 of 8 hash slots have moved, with 4 keys; NOPERM of the test");
    assertThat(executor.unready())
        .map(symptom -> symptom.problem().text())
        .contains("hash slot 2 is in transition from a to b");
    awaitReady();
    assertThat(board.book().made()).isEqualTo(1);
    assertThat(store.told()).endsWith("b closes 2", "a closes 2");
  }

  @Test
  void withoutAJournalNothingMoves() {
    runner.close();
    start(List.of());
    tick();

    awaitState(PlanState.FAILED);
    assertThat(plan().last().note()).contains("Set plans.file");
    assertThat(store.told()).isEmpty();
  }

  private void tick() {
    look(sight(TOPOLOGY));
  }

  private static Sight sight(String topology) {
    return new Sight(Optional.of(topology), List.of(Plans.moves(topology, 0, 7)), "", Set.of());
  }

  /** The plan is being carried out, as it was when its coordinator was killed. */
  private void tickWithoutMoving() {
    board.review(Mode.ACT, sight(TOPOLOGY));
    board.enter("plan-1", PlanState.EXECUTING, "");
  }

  private void killAt(String command, int hashSlot) {
    AtomicBoolean opened = new AtomicBoolean();
    store.happens(
        now -> {
          opened.set(opened.get() || now.equals("b imports " + hashSlot));
          if (opened.get() && now.startsWith(command)) {
            throw new SimulatedStore.Killed();
          }
        });
    List<HashSlotMove> all = ((MoveHashSlots) Plans.moves(TOPOLOGY, 0, 7).plan().action()).moves();
    MoveSlotsOperation operation = operations().get(0);
    OperationDriver<SlotMigrationState> killed = new OperationDriver<>(operation);
    assertThatThrownBy(() -> killed.begin(SlotMigrationState.initial(all, 0, 0)))
        .isInstanceOf(SimulatedStore.Killed.class);
    store.happens(now -> {});
    journal.write(new Entry("plan-1", operation.kind(), killed.open().orElseThrow()));
    assertThat(inTransition()).isPresent();
    runner.close();
  }

  private void tickUntil(String command) throws InterruptedException {
    stopAt(command);
    tick();
    reached.await();
  }

  private void stopAt(String command) {
    store.happens(
        now -> {
          if (now.equals(command)) {
            reached.countDown();
            try {
              release.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        });
  }

  private void assertMoved() {
    for (int hashSlot = 0; hashSlot < SimulatedStore.HASH_SLOTS; hashSlot++) {
      assertThat(store.held("b", hashSlot)).hasSize(2);
      assertThat(store.held("a", hashSlot)).isEmpty();
    }
    assertThat(inTransition()).isEmpty();
  }

  private Optional<SlotsInTransition> inTransition() {
    return journal
        .open(
            operations().stream()
                .collect(Collectors.toMap(MoveSlotsOperation::kind, Operation::stateType)))
        .flatMap(entry -> ((SlotMigrationState) entry.state()).begun());
  }

  private void awaitFourHashSlots() {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                runner.status().orElseThrow().status().done() instanceof SlotProgress moves
                    && moves.hashSlots() == 4);
  }

  private List<MoveSlotsOperation> operations() {
    return Stream.of(MoveHashSlots.KIND, GrowStore.KIND, DrainStore.KIND)
        .map(
            kind ->
                new MoveSlotsOperation(
                    kind,
                    store,
                    primaries -> List.of(),
                    SlotMigrationLimits.DEFAULT.withHashSlotsAtOnce(1),
                    Duration.ofSeconds(1)))
        .toList();
  }
}
