package io.amoeba.coordinator.execute.moves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import io.amoeba.coordinator.plan.moves.MoveReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AtomicMoverTest {

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int SCHEDULES = Integer.getInteger("amoeba.moves.schedules", 500);
  private static final MoveWay VALKEY = MoveWay.CLUSTER_MIGRATESLOTS;

  private final InMemoryJournal journal = new InMemoryJournal();
  private final MoveControl control = new MoveControl();
  private SimulatedStore store = new SimulatedStore("a", "b", "c").knows(VALKEY);

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SETSLOT_AND_MIGRATE")
  void oneMigrationMovesAllThatGoesFromOneToOneOther(MoveWay way) {
    store = new SimulatedStore("a", "b", "c").knows(way);
    fill(2, 3);
    fill(5, 1);

    MoveReport report = mover().move(moves(2, 5), control);

    assertThat(report.end()).as("%s", report).isEqualTo(MoveEnd.COMPLETED);
    assertThat(report.way()).isEqualTo(way);
    assertThat(report.progress()).isEqualTo(new MoveProgress(4, 4, 4));
    assertThat(store.told()).containsExactly("a migrates to b [2, 3, 4, 5]");
    assertThat(store.held("b", 2)).hasSize(3);
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void moreHashSlotsThanOneMigrationMayHaveTakeSeveral() {
    MoveReport report =
        mover(MoveLimits.DEFAULT.withHashSlotsPerMigration(3)).move(moves(1, 7), control);

    assertThat(report.end()).isEqualTo(MoveEnd.COMPLETED);
    assertThat(store.told())
        .containsExactly(
            "a migrates to b [1, 2, 3]", "a migrates to b [4, 5, 6]", "a migrates to b [7]");
  }

  @Test
  void keysPerSecondAreKeptByTheOldestWayAlone() {
    MoveLimits slow = new MoveLimits(64, 16, 100, 50, Duration.ofSeconds(5), 3, true, 512);
    MoveLimits never = new MoveLimits(64, 16, 100, 0, Duration.ofSeconds(5), 3, false, 512);

    assertThat(mover(slow).move(moves(1, 1), control).way()).isEqualTo(MoveWay.SETSLOT_AND_MIGRATE);
    assertThat(mover(never).move(moves(2, 2), control).way())
        .isEqualTo(MoveWay.SETSLOT_AND_MIGRATE);
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

    MoveReport report = mover().move(moves(3, 4), control);

    assertThat(report.end()).as("%s", report).isEqualTo(MoveEnd.ABORTED);
    assertThat(report.progress()).isEqualTo(new MoveProgress(0, 2, 0));
    assertThat(store.told()).endsWith("a cancels");
    assertThat(store.held("a", 3)).hasSize(2);
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void aMigrationThatFailsByItselfLeavesNothingOpen() {
    fill(3, 2);
    failOnce();

    MoveReport report = mover().move(moves(3, 4), control);

    assertThat(report.end()).isEqualTo(MoveEnd.STOPPED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("hash slots 3, 4 stay where they were");
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void aMigrationThatBeginsAgainAndAgainIsEnded() {
    store = new SimulatedStore("a", "b", "c").knows(MoveWay.CLUSTER_MIGRATION);
    store.happens(command -> store.failMigrations());

    MoveReport report = mover().move(moves(3, 4), control);

    assertThat(report.end()).as("%s", report).isEqualTo(MoveEnd.STOPPED);
    assertThat(store.told()).endsWith("b cancels");
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void hashSlotsThatSomebodyElseMigratesAreLeftAlone() {
    String other = store.migrateByHand(new OpenHashSlots(List.of(4), "a", "c", "", VALKEY));

    MoveReport report = mover().move(moves(3, 5), control);

    assertThat(report.end()).as("%s", report).isEqualTo(MoveEnd.STOPPED);
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

    MoveReport report = mover().move(moves(3, 4), control);

    assertThat(report.end()).isEqualTo(MoveEnd.INTERRUPTED);
    assertThat(report.reasons()).singleElement().asString().contains("does not know", "recover");
    assertThat(mover().recover(RecoveryPolicy.FINISH).end()).isEqualTo(RecoveryEnd.UNDONE);
    assertThat(journal.open()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aMoverThatIsKilledIsRecoveredByItsSuccessor(RecoveryPolicy policy) {
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
    assertThatThrownBy(() -> mover().move(moves(5, 5), control))
        .hasMessageContaining("hash slots 3, 4", "recover it first");

    RecoveryReport recovery = mover().recover(policy);

    boolean finished = policy == RecoveryPolicy.FINISH;
    assertThat(recovery.end())
        .as("%s", recovery)
        .isEqualTo(finished ? RecoveryEnd.FINISHED : RecoveryEnd.UNDONE);
    assertThat(store.held(finished ? "b" : "a", 3)).hasSize(2);
    assertThat(journal.open()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SETSLOT_AND_MIGRATE")
  void noAcknowledgedWriteIsLostWhereverTheMoverIsKilled(MoveWay way) {
    long first = Long.getLong("amoeba.moves.seed", 1);
    for (long seed = first; seed < first + SCHEDULES; seed++) {
      new MoveSchedule(seed, way).run();
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

  private HashSlotMover mover() {
    return mover(MoveLimits.DEFAULT);
  }

  private HashSlotMover mover(MoveLimits limits) {
    return new ProbingMover(store, journal, limits, PATIENCE, new Pace(() -> 0, time -> {}));
  }

  private static List<HashSlotMove> moves(int from, int to) {
    return List.of(
        new HashSlotMove("a", "b", List.of(new HashSlotSpan(from, to)), MoveReason.OWNER_GIVEN));
  }
}
