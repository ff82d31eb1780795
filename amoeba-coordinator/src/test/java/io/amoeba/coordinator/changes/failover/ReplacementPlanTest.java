package io.amoeba.coordinator.changes.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.changes.failover.ReplacementWorld.End;
import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.execute.ExecutedPlans;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.operations.OperationDriver;
import io.amoeba.coordinator.operations.OperationJournal.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A plan that replaces primary a by the empty member s. */
class ReplacementPlanTest extends ExecutedPlans {

  private final ReplacementWorld world = new ReplacementWorld(true);
  private final SimulatedCluster cluster = world.cluster;
  private String[] migrations = {"a>s"};

  ReplacementPlanTest() {
    start(List.of(world.operation()));
  }

  @Test
  void itsPrimariesAreReplacedInTheBackgroundAndItSaysHowFarItHasCome()
      throws InterruptedException {
    tickUntil("s replicates a");
    tick();
    assertThat(plan().progress())
        .isEqualTo("0 of 1 primaries have migrated; a:1 -> s:1, REPLICATING");
    assertThat(plan().reassignedHashSlots()).isZero();
    release.countDown();

    awaitState(PlanState.COMPLETED);

    assertThat(plan().done()).isEqualTo(new PrimaryProgress(1));
    assertThat(plan().reassignedHashSlots()).isEqualTo(10);
    assertThat(plan().last().note()).isEqualTo("1 of 1 primaries have migrated");
    assertThat(plan().duration()).isPresent();
    assertReplaced();
  }

  @Test
  void aPauseHoldsBackTheFailOver() throws InterruptedException {
    tickUntil("s replicates a");

    orders.pause("alice");
    executor.confirm();
    release.countDown();

    await().atMost(PATIENCE).until(runner::isResting);
    tick();
    assertThat(cluster.told()).doesNotContain("s fails over");
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);
    orders.resume("alice");
    tick();
    awaitState(PlanState.COMPLETED);
    assertReplaced();
  }

  @Test
  void whileTheStreamCannotBeSeenNoFailOverBegins() throws InterruptedException {
    tickUntil("s replicates a");

    look(Sight.unclear("Flink does not answer"));
    release.countDown();

    await().atMost(PATIENCE).until(runner::isResting);
    assertThat(cluster.told()).doesNotContain("s fails over");
    tick();
    awaitState(PlanState.COMPLETED);
  }

  @Test
  void anAbortBeforeTheFailOverRollsTheServerBackAndTheRestIsNotMadeAgain()
      throws InterruptedException {
    tickUntil("s replicates a");

    orders.abort("plan-1", "alice", "enough");
    executor.confirm();
    assertThat(plan().state()).isEqualTo(PlanState.ABORTING);
    release.countDown();

    awaitState(PlanState.ABORTED);
    assertThat(plan().done()).isEqualTo(new PrimaryProgress(0));
    assertThat(plan().last().note())
        .isEqualTo("0 of 1 primaries have migrated; aborted in phase REPLICATING");
    assertNothingChanged();
    tick();
    assertThat(board.book().made()).isEqualTo(1);
  }

  @Test
  void noPlanIsMadeFromWhatIsStillRolledBack() throws InterruptedException {
    String elsewhere = "22222222aaaaaaaa";
    Sight sight =
        new Sight(
            Optional.of(elsewhere), List.of(Plans.migrations(elsewhere, migrations)), "", Set.of());
    tickUntil("s replicates a");

    look(sight);
    assertThat(plan().state()).isEqualTo(PlanState.FAILED);
    look(sight);
    assertThat(board.book().made()).isEqualTo(1);
    assertThat(decisions.newestFirst().get(0).text())
        .isEqualTo(
            "no plan: plan-1: the plan has ended, and its unfinished change is not recovered yet");
    release.countDown();

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              look(sight);
              assertThat(board.book().made()).isEqualTo(2);
            });
  }

  @Test
  void anotherPlaceOfTheStreamEndsItAtTheNextSafePoint() throws InterruptedException {
    tickUntil("s replicates a");

    look(new Sight(Optional.of("22222222aaaaaaaa"), List.of(), "nothing", Set.of()));
    assertThat(plan().state()).isEqualTo(PlanState.FAILED);
    release.countDown();

    awaitNothingUnderWay();
    assertNothingChanged();
  }

  @Test
  void aCoordinatorThatEndsLeavesTheCopyToItsSuccessor() throws InterruptedException {
    tickUntil("s replicates a");
    Thread closing = new Thread(runner::close);
    closing.start();
    await().atMost(PATIENCE).until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    release.countDown();
    closing.join();
    executor.confirm();
    assertThat(plan().state()).isEqualTo(PlanState.EXECUTING);
    assertThat(open()).map(OpenReplacement::phase).contains(ReplacementPhase.REPLICATING);

    restart();
    assertThat(executor.unready())
        .map(symptom -> symptom.problem().text())
        .contains("the replacement of primary a:1 (a) by s:1 is half done, in phase REPLICATING");
    awaitReady();
    tick();

    awaitState(PlanState.COMPLETED);
    assertThat(plan().done()).isEqualTo(new PrimaryProgress(1));
    assertThat(cluster.told()).containsExactly("s replicates a", "s fails over");
    assertThat(board.book().made()).isEqualTo(1);
    assertReplaced();
  }

  @Test
  void whatAKilledCoordinatorLeftIsFinishedAndItsPlanGoesOn() {
    tickWithoutReplacing();
    killAfter("s fails over");

    restart();
    look(Sight.unclear("recovery"));
    awaitReady();
    assertThat(plan().done()).isEqualTo(new PrimaryProgress(1));
    tick();

    awaitState(PlanState.COMPLETED);
    assertReplaced();
  }

  @Test
  void aRecoveryRestsWhilePlansArePaused() {
    tickWithoutReplacing();
    killAfter("s replicates a");
    restart();
    orders.pause("alice");

    look(Sight.unclear("recovery"));
    await().atMost(PATIENCE).until(runner::isResting);
    look(Sight.unclear("recovery"));
    assertThat(cluster.told()).containsExactly("s replicates a");
    orders.resume("alice");
    awaitReady();
    tick();

    awaitState(PlanState.COMPLETED);
  }

  @Test
  void anAbortReachesTheRecovery() {
    tickWithoutReplacing();
    killAfter("s replicates a");
    restart();
    orders.pause("alice");
    look(Sight.unclear("recovery"));
    await().atMost(PATIENCE).until(runner::isResting);

    orders.abort("plan-1", "alice", "");
    awaitReady();

    awaitState(PlanState.ABORTED);
    assertThat(plan().last().note())
        .isEqualTo("0 of 1 primaries have migrated; aborted in phase REPLICATING");
    assertNothingChanged();
  }

  @Test
  void anAbortThatComesAfterThePromotionIsTrueAboutWhatWasReplaced() {
    migrations = new String[] {"a>s", "b>t"};
    tickWithoutReplacing();
    killAfter("s fails over");
    restart();

    orders.abort("plan-1", "alice", "");
    awaitReady();

    awaitState(PlanState.ABORTED);
    assertThat(plan().last().note()).isEqualTo("1 of 2 primaries have migrated");
    assertThat(plan().reassignedHashSlots()).isEqualTo(10);
    assertReplaced();
  }

  @Test
  void aHalfDoneReplacementOfAPlanThatHasEndedIsRolledBack() {
    killAfter("s replicates a");

    restart();
    assertThat(executor.unready()).isPresent();
    awaitNothingUnderWay();

    assertNothingChanged();
  }

  @Test
  void whatAKilledCoordinatorCouldNotNoteIsNotReplacedAgain() {
    tickWithoutReplacing();
    assertThat(world.replace(OldPrimary.KEEP).end()).isEqualTo(End.COMPLETED);
    int told = cluster.told().size();

    restart();
    tick();

    awaitState(PlanState.COMPLETED);
    assertThat(plan().last().note()).isEqualTo("1 of 1 primaries have migrated");
    assertThat(cluster.told()).hasSize(told);
  }

  @Test
  void aServerThatMayNotTakeOverEndsThePlanWhichIsNotMadeAgain() {
    cluster.node("s").data.add(7);
    tick();

    awaitState(PlanState.FAILED);
    assertThat(plan().last().note())
        .startsWith("0 of 1 primaries have migrated; s:1 (s) holds 1 keys, which would be lost");
    tick();
    assertThat(board.book().made()).isEqualTo(1);
    assertThat(decisions.newestFirst().get(0).text())
        .startsWith("not created again: migrate_primaries")
        .contains("It is not retried automatically");
    assertThat(executor.unready()).isEmpty();
  }

  @Test
  void whatWasReplacedBeforeAFailureStays() {
    migrations = new String[] {"a>s", "b>s"};
    tick();

    awaitState(PlanState.FAILED);
    assertThat(plan().last().note())
        .startsWith("1 of 2 primaries have migrated; ")
        .contains("s:1 (s) owns hash slots. Choose an empty server");
    assertThat(plan().reassignedHashSlots()).isEqualTo(10);
    assertReplaced();
  }

  private void tick() {
    look(
        new Sight(
            Optional.of(TOPOLOGY), List.of(Plans.migrations(TOPOLOGY, migrations)), "", Set.of()));
  }

  /** The plan is being carried out, as it was when its coordinator was killed. */
  private void tickWithoutReplacing() {
    board.review(
        Mode.ACT,
        new Sight(
            Optional.of(TOPOLOGY), List.of(Plans.migrations(TOPOLOGY, migrations)), "", Set.of()));
    board.enter("plan-1", PlanState.EXECUTING, "");
  }

  private void killAfter(String command) {
    PrimaryReplacements initial =
        board
            .book()
            .find("plan-1")
            .map(world.operation()::initial)
            .orElseGet(() -> world.initial("a", OldPrimary.KEEP));
    after(
        command,
        () -> {
          throw new OperationDriver.Killed();
        });
    assertThatThrownBy(() -> world.coordinator().begin(initial))
        .isInstanceOf(OperationDriver.Killed.class);
    cluster.happens(now -> {});
    journal.write(
        new Entry("plan-1", MigratePrimaries.KIND, world.coordinator().open().orElseThrow()));
  }

  private void tickUntil(String command) throws InterruptedException {
    after(
        command,
        () -> {
          reached.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    tick();
    reached.await();
  }

  /** Once, when the command has been carried out. */
  private void after(String command, Runnable event) {
    AtomicInteger seen = new AtomicInteger();
    cluster.happens(
        now -> {
          if (now.equals(command) && seen.incrementAndGet() == 2) {
            event.run();
          }
        });
  }

  private void awaitNothingUnderWay() {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              executor.confirm();
              return runner.status().isEmpty();
            });
  }

  private void assertReplaced() {
    assertThat(cluster.node("s").owns()).isTrue();
    assertThat(cluster.node("s").data).containsAll(cluster.acknowledged());
    assertThat(cluster.node("a").primaryId).isEqualTo("s");
    assertThat(open()).isEmpty();
  }

  private void assertNothingChanged() {
    assertThat(cluster.node("a").owns()).isTrue();
    assertThat(cluster.node("a").data).containsAll(cluster.acknowledged());
    assertThat(cluster.node("s").primaryId).isEmpty();
    assertThat(cluster.node("s").data).isEmpty();
    assertThat(open()).isEmpty();
  }

  private Optional<OpenReplacement> open() {
    return journal
        .open(Map.of(MigratePrimaries.KIND, PrimaryReplacements.class))
        .flatMap(entry -> ((PrimaryReplacements) entry.state()).open());
  }

  private void restart() {
    start(List.of(world.operation()));
  }
}
