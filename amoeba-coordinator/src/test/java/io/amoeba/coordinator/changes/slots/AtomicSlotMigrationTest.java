package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.changes.slots.MigrationDriver.End;
import io.amoeba.coordinator.changes.slots.MigrationDriver.Orders;
import io.amoeba.coordinator.changes.slots.MigrationDriver.Report;
import io.amoeba.coordinator.changes.slots.SlotTransition.Policy;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.operations.StepClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AtomicSlotMigrationTest {

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int SCHEDULES = Integer.getInteger("amoeba.moves.schedules", 500);
  private static final SlotMigrationMethod VALKEY = SlotMigrationMethod.CLUSTER_MIGRATESLOTS;

  private final InMemoryJournal journal = new InMemoryJournal();
  private final Orders control = new Orders();
  private SimulatedStore store = new SimulatedStore("a", "b", "c").knows(VALKEY);

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SETSLOT_AND_MIGRATE")
  void oneMigrationMovesAllThatGoesFromOneToOneOther(SlotMigrationMethod method) {
    store = new SimulatedStore("a", "b", "c").knows(method);
    fill(2, 3);
    fill(5, 1);

    Report report = mover().move(moves(2, 5), control);

    assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
    assertThat(report.state().method()).isEqualTo(method);
    assertThat(report.progress()).isEqualTo(new SlotProgress(4, 4));
    assertThat(store.told()).containsExactly("a migrates to b [2, 3, 4, 5]");
    assertThat(store.held("b", 2)).hasSize(3);
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void moreHashSlotsThanOneMigrationMayHaveTakeSeveral() {
    Report report =
        mover(SlotMigrationLimits.DEFAULT.withHashSlotsPerMigration(3)).move(moves(1, 7), control);

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(store.told())
        .containsExactly(
            "a migrates to b [1, 2, 3]", "a migrates to b [4, 5, 6]", "a migrates to b [7]");
  }

  @Test
  void keysPerSecondAreKeptByTheOldestWayAlone() {
    SlotMigrationLimits slow =
        new SlotMigrationLimits(64, 16, 100, 50, Duration.ofSeconds(5), 3, true, 512);
    SlotMigrationLimits never =
        new SlotMigrationLimits(64, 16, 100, 0, Duration.ofSeconds(5), 3, false, 512);

    assertThat(mover(slow).move(moves(1, 1), control).state().method())
        .isEqualTo(SlotMigrationMethod.SETSLOT_AND_MIGRATE);
    assertThat(mover(never).move(moves(2, 2), control).state().method())
        .isEqualTo(SlotMigrationMethod.SETSLOT_AND_MIGRATE);
  }

  @Test
  void anAbortEndsTheMigrationAndNothingHasMoved() {
    fill(3, 2);
    store.happens(
        command -> {
          if (command.equals("migrations") && !store.told().isEmpty()) {
            control.abort();
          }
        });

    Report report = mover().move(moves(3, 4), control);

    assertThat(report.end()).as("%s", report).isEqualTo(End.ABORTED);
    assertThat(report.progress()).isEqualTo(new SlotProgress(0, 0));
    assertThat(store.told()).endsWith("a cancels");
    assertThat(store.held("a", 3)).hasSize(2);
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void aMigrationThatFailsByItselfLeavesNothingOpen() {
    fill(3, 2);
    failOnce();

    Report report = mover().move(moves(3, 4), control);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("hash slots 3, 4 stay where they were");
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void aMigrationThatBeginsAgainAndAgainIsEnded() {
    store = new SimulatedStore("a", "b", "c").knows(SlotMigrationMethod.CLUSTER_MIGRATION);
    store.happens(command -> store.failMigrations());

    Report report = mover().move(moves(3, 4), control);

    assertThat(report.end()).as("%s", report).isEqualTo(End.STOPPED);
    assertThat(store.told()).endsWith("b cancels");
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void hashSlotsThatSomebodyElseMigratesAreLeftAlone() {
    String other = store.migrateByHand(new SlotsInTransition(List.of(4), "a", "c", "", VALKEY));

    Report report = mover().move(moves(3, 5), control);

    assertThat(report.end()).as("%s", report).isEqualTo(End.STOPPED);
    assertThat(report.reasons()).singleElement().asString().contains("overlapping");
    assertThat(store.isUnderWay(other)).isTrue();
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void aMigrationThatIsForgottenIsRecoveredByWhatIsThere() {
    store.happens(
        command -> {
          if (command.equals("migrations") && !store.told().isEmpty()) {
            store.forgetMigrations();
          }
        });

    Report report = mover().move(moves(3, 4), control);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("does not know", "has restarted");
    assertThat(mover().settle(Policy.FINISH).end()).isEqualTo(End.UNDONE);
    assertThat(journal.open()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aMoverThatIsKilledIsRecoveredByItsSuccessor(Policy policy) {
    fill(3, 2);
    store.happens(
        command -> {
          if (command.equals("migrations") && !store.told().isEmpty()) {
            throw new SimulatedStore.Killed();
          }
        });
    assertThatThrownBy(() -> mover().move(moves(3, 4), control))
        .isInstanceOf(SimulatedStore.Killed.class);
    store.happens(command -> {});
    assertThat(journal.open()).map(SlotsInTransition::hashSlots).contains(List.of(3, 4));

    Report recovery = mover().settle(policy);

    boolean finished = policy == Policy.FINISH;
    assertThat(recovery.end()).as("%s", recovery).isEqualTo(finished ? End.FINISHED : End.UNDONE);
    assertThat(store.held(finished ? "b" : "a", 3)).hasSize(2);
    assertThat(journal.open()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SETSLOT_AND_MIGRATE")
  void noAcknowledgedWriteIsLostWhereverTheMoverIsKilled(SlotMigrationMethod method) {
    long first = Long.getLong("amoeba.moves.seed", 1);
    for (long seed = first; seed < first + SCHEDULES; seed++) {
      new MoveSchedule(seed, method).run();
    }
  }

  private void failOnce() {
    boolean[] failed = {false};
    store.happens(
        command -> {
          if (command.equals("migrations") && !store.told().isEmpty() && !failed[0]) {
            failed[0] = true;
            store.failMigrations();
          }
        });
  }

  private void fill(int hashSlot, int keys) {
    for (int i = 0; i < keys; i++) {
      store.increment(hashSlot, hashSlot + "-" + i);
    }
  }

  private MigrationDriver mover() {
    return mover(SlotMigrationLimits.DEFAULT);
  }

  private MigrationDriver mover(SlotMigrationLimits limits) {
    return MigrationDriver.of(
        store, journal, limits, PATIENCE, new Pace(StepClock.of(() -> 0, time -> {})));
  }

  private static List<HashSlotMove> moves(int from, int to) {
    return List.of(
        new HashSlotMove("a", "b", List.of(new HashSlotSpan(from, to)), MoveReason.OWNER_GIVEN));
  }
}
