package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.amoeba.coordinator.changes.slots.MigrationDriver.End;
import io.amoeba.coordinator.changes.slots.MigrationDriver.Orders;
import io.amoeba.coordinator.changes.slots.MigrationDriver.Report;
import io.amoeba.coordinator.changes.slots.SlotTransition.Policy;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.ServerView.Transition;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.operations.StepClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SetSlotMigrationTest {

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final SlotMigrationLimits LIMITS =
      SlotMigrationLimits.DEFAULT.withKeysPerMigrate(2);
  private static final int MUTANT_SCHEDULES = 2_000;
  private static final int SCHEDULES = Integer.getInteger("amoeba.moves.schedules", 500);

  private final SimulatedStore store = new SimulatedStore("a", "b", "c");
  private final InMemoryJournal journal = new InMemoryJournal();
  private final Orders control = new Orders();

  @Test
  void theDestinationIsToldFirstAtTheStartAndAtTheEnd() {
    fill(3, 3);

    Report report = mover().move(moves(3, 3), control);

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(report.progress()).isEqualTo(new SlotProgress(1, 3));
    assertThat(report.reasons()).isEmpty();
    assertThat(store.told())
        .containsExactly(
            "b imports 3",
            "a migrates 3",
            "a sends keys",
            "a sends keys",
            "a sends keys",
            "b sees b own 3",
            "a sees b own 3",
            "c sees b own 3");
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void hashSlotsWithFewKeysAreOpenTogether() {
    fill(2, 1);
    fill(3, 1);
    fill(4, 1);
    fill(5, 3);

    Report report = mover().move(moves(1, 6), control);

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(report.progress()).isEqualTo(new SlotProgress(6, 6));
    assertThat(
            store.told().stream().filter(c -> c.startsWith("b imports") || c.startsWith("a sees")))
        .containsExactly(
            "b imports 1",
            "b imports 2",
            "b imports 3",
            "a sees b own 1",
            "a sees b own 2",
            "a sees b own 3",
            "b imports 4",
            "a sees b own 4",
            "b imports 5",
            "a sees b own 5",
            "b imports 6",
            "a sees b own 6");
    assertClosed();
  }

  @Test
  void aHashSlotThatCannotBeClosedDoesNotKeepTheOthersOpen() {
    fill(3, 1);
    fill(4, 1);
    fill(5, 1);
    killAfter("a migrates 5", moves(3, 5), LIMITS.withKeysPerMigrate(10));
    store.loseMark("b", 4);
    store.setImporting("b", List.of(4), "c");

    Report report = mover().settle(Policy.FINISH);

    assertThat(report.end()).isEqualTo(End.LEFT_OPEN);
    assertThat(report.reasons()).singleElement().asString().contains("hash slot 4 was moving");
    assertThat(journal.open()).map(SlotsInTransition::hashSlots).contains(List.of(4));
    assertThat(store.held("b", 3)).hasSize(1);
    assertThat(store.held("b", 5)).hasSize(1);
  }

  @Test
  void aPrimaryThatIsToReceiveHashSlotsIsNotEmptiedBefore() {
    mover().move(moves(4, 7), new Orders());

    Report report =
        mover()
            .move(
                List.of(
                    move("a", "b", new HashSlotSpan(0, 3)), move("b", "a", new HashSlotSpan(4, 7))),
                control);

    assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
    assertThat(store.look().servers()).allMatch(ServerView::isPrimary);
    assertThat(store.look().disagreements(0, "b")).isEmpty();
    assertThat(store.look().disagreements(7, "a")).isEmpty();
  }

  @Test
  void aPrimaryThatGivesAllAwayMayHearOfItsLastHashSlotByGossip() {
    fill(7, 3);
    store.happens(
        command -> {
          if (command.equals("b sees b own 7")) {
            store.gossip();
          }
        });

    Report report = mover().move(moves(0, 7), control);

    assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
    assertThat(store.look().servers().stream().filter(server -> !server.isPrimary()))
        .extracting(ServerView::id, server -> server.own().primaryId())
        .containsExactly(tuple("a", "b"));
    assertThat(store.held("b", 7)).isEqualTo(store.acknowledged());
    assertClosed();
  }

  /*
   * A late claim turns c back to the former owner, whose next epoch would make c tell the new owner
   * that it is outdone.
   */
  @Test
  void nobodyTakesAnEpochWhileSomebodyHasNotHeardOfAnotherOne() {
    move(move("a", "b", new HashSlotSpan(6, 7)));
    move(move("b", "a", new HashSlotSpan(7, 7)));
    fill(3, 3);
    store.happens(
        command -> {
          switch (command) {
            case "b imports 3" -> store.send("a");
            case "c sees b own 3" -> {
              store.send("b");
              store.deliver("b", "a");
              store.deliver("a", "c");
            }
            case "b sees a own 6" -> {
              store.send("a");
              while (store.deliver("a", "c") || store.deliver("b", "c")) {}
              store.deliver("c", "b");
            }
            default -> {}
          }
        });

    move(move("a", "b", new HashSlotSpan(3, 3)), move("b", "a", new HashSlotSpan(6, 6)));

    store.gossip();
    assertThat(store.served(3)).isEqualTo(store.acknowledged());
    assertClosed();
  }

  /** After the first destination has begun, no ping is answered any more. */
  @Test
  void oneWaitIsEnoughForAllDestinationsThatGiveNothingAway() {
    answerNoPingAfter("b imports 3");

    move(move("a", "b", new HashSlotSpan(3, 3)), move("a", "c", new HashSlotSpan(4, 4)));

    assertThat(store.look().disagreements(4, "c")).isEmpty();
    assertClosed();
  }

  /** What it claimed before may be under way, and would be a wrong claim with its new epoch. */
  @Test
  void aDestinationThatHasGivenAHashSlotAwayIsWaitedForAgain() {
    move(move("a", "b", new HashSlotSpan(6, 7)));
    answerNoPingAfter("b imports 3");

    Report report =
        mover()
            .move(
                List.of(
                    move("a", "b", new HashSlotSpan(3, 3)), move("b", "a", new HashSlotSpan(6, 6))),
                control);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons()).singleElement().asString().contains("has no new answer from");
    assertThat(store.told()).doesNotContain("a imports 6");
    assertClosed();
  }

  @Test
  void marksOfAllDestinationsEndTogether() {
    store.with(SimulatedStore.Bus.LASTING_MARKS);

    move(move("a", "b", new HashSlotSpan(3, 3)), move("a", "c", new HashSlotSpan(4, 4)));

    assertThat(store.told()).startsWith("b sees c own 3", "c sees b own 4", "b imports 3");
    assertClosed();
  }

  /** Messages without pings still arrive, so that all hear of epochs and owners. */
  private void answerNoPingAfter(String begun) {
    store.happens(
        command -> {
          if (command.equals(begun)) {
            store.whileWaiting(
                () -> {
                  List.of("a", "b", "c").forEach(store::send);
                  for (String from : List.of("a", "b", "c")) {
                    for (String to : List.of("a", "b", "c")) {
                      while (store.deliver(from, to)) {}
                    }
                  }
                });
          }
        });
  }

  private void move(HashSlotMove... moves) {
    Report report = mover().move(List.of(moves), new Orders());
    assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
  }

  @Test
  void movesThatWereDoneNeedNoPrimaryThatHasBecomeAReplica() {
    mover().move(moves(0, 7), new Orders());
    assertThat(store.look().server("a").orElseThrow().isPrimary()).isFalse();

    Report report = mover().move(moves(0, 7), control);

    assertThat(report.end()).as("%s", report).isEqualTo(End.COMPLETED);
    assertThat(report.progress().hashSlots()).isEqualTo(8);
  }

  @Test
  void theIntentionIsKeptBeforeTheFirstCommand() {
    journal.fillDisk();

    Report report = mover().move(moves(0, 7), control);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons()).singleElement().asString().contains("could not be written");
    assertThat(store.told()).isEmpty();
  }

  @Test
  void hashSlotsThatArrivedBeforeAreDone() {
    mover().move(moves(0, 1), new Orders());

    Report report = mover().move(moves(0, 3), control);

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(report.progress().hashSlots()).isEqualTo(4);
    assertThat(store.told().stream().filter(c -> c.contains("imports"))).hasSize(4);
  }

  @Test
  void anAbortTakesEffectAtTheNextSafePoint() {
    at("a migrates 2", control::abort);

    Report report = moverOf(LIMITS.withHashSlotsAtOnce(3)).move(moves(0, 7), control);

    assertThat(report.end()).isEqualTo(End.ABORTED);
    assertThat(report.progress().hashSlots()).isEqualTo(3);
    assertThat(report.state().begun()).isEmpty();
    assertClosed();
  }

  @Test
  void nothingBeginsWhileMovesArePaused() {
    control.pause();

    assertThat(mover().move(moves(0, 7), control).end()).isEqualTo(End.RESTS);
    assertThat(store.told()).isEmpty();
    control.resume();

    assertThat(mover().move(moves(0, 7), control).progress().hashSlots()).isEqualTo(8);
  }

  @Test
  void aHashSlotThatSomebodyElseHasOpenedDoesNotMove() {
    store.setImporting("c", List.of(5), "a");
    store.told().clear();

    Report report = mover().move(moves(4, 6), control);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons()).containsExactly("hash slot 5 is imported from a, says c:1 (c)");
    assertThat(store.told()).isEmpty();
  }

  @Test
  void everyPrimaryThatIsMissingIsNamed() {
    store.silence("a");
    store.silence("b");

    Report report = mover().move(moves(4, 6), control);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons()).anyMatch(r -> r.startsWith("a is no primary that answers"));
    assertThat(report.reasons()).anyMatch(r -> r.startsWith("b is no primary that answers"));
  }

  @Test
  void contradictionsAreNamedAllAtOnce() {
    List<HashSlotMove> moves =
        List.of(
            new HashSlotMove("a", "a", List.of(new HashSlotSpan(1, 2)), MoveReason.OWNER_GIVEN),
            new HashSlotMove(
                "a",
                "b",
                List.of(new HashSlotSpan(2, 3), new HashSlotSpan(9, 16_384)),
                MoveReason.OWNER_GIVEN));

    Report report = mover().move(moves, control);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("to itself", "hash slot 2 is to move twice", "9-16384");
  }

  @Test
  void keysThatTheDestinationHasAlreadyKeepAMoveFromBeginning() {
    fill(3, 2);
    store.put("b", 3, "left", 9);

    Report report = mover().move(moves(3, 3), control);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons()).singleElement().asString().contains("1 keys of hash slot 3");
    assertThat(store.told()).isEmpty();
  }

  /** Redis 8.4 and newer counts them only while it imports the hash slot. */
  @Test
  void hiddenKeysOfTheDestinationKeepAMoveFromBeginning() {
    store.hidesKeys();
    fill(3, 2);
    store.put("b", 3, "left", 9);

    Report report = mover().move(moves(3, 3), control);

    assertThat(report.end()).isEqualTo(End.STOPPED);
    assertThat(report.reasons()).singleElement().asString().contains("1 keys of hash slot 3");
    assertThat(store.told()).containsExactly("b imports 3", "b closes 3");
    assertClosed();
  }

  @Test
  void aMoveIsNotUndoneWhereNobodyKnowsWhetherAKeyHasMoved() {
    store.hidesKeys();
    fill(3, 2);
    killAfter("a migrates 3");
    at("b closes 3", () -> store.increment(3, "new"));

    Report report = mover().settle(Policy.UNDO_IF_NO_KEY_MOVED);

    assertThat(report.end()).isEqualTo(End.FINISHED);
    assertThat(store.held("b", 3)).isEqualTo(store.acknowledged());
    assertClosed();
  }

  @Test
  void aCopyOfOursIsReplacedByTheSourcesKeyAfterALostConfirmation() {
    fill(3, 2);
    store.loseConfirmations(1);
    store.happens(
        command -> {
          if (command.equals("a sends keys") && store.held("b", 3).size() == 2) {
            store.happens(c -> {});
            store.increment(3, "3-0"); // the source still has it, and answers
          }
        });

    Report report = mover().move(moves(3, 3), control);

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(store.told()).contains("a sends keys and replaces");
    assertThat(store.held("b", 3)).containsAllEntriesOf(store.acknowledged());
  }

  @Test
  void aCopyIsNotReplacedIfTheSourceHasRestarted() {
    fill(3, 2);
    store.loseConfirmations(Integer.MAX_VALUE);
    Report interrupted = mover().move(moves(3, 3), control);
    assertThat(interrupted.end()).isEqualTo(End.INTERRUPTED);
    assertThat(interrupted.state().begun()).map(SlotsInTransition::hashSlots).contains(List.of(3));
    store.loseConfirmations(0);
    store.restart("a");
    store.told().clear();
    Map<String, Integer> copies = Map.copyOf(store.held("b", 3));

    Report report = mover().settle(Policy.FINISH);

    assertThat(report.end()).isEqualTo(End.LEFT_OPEN);
    assertThat(report.reasons()).singleElement().asString().contains("is on both primaries");
    assertThat(store.told()).doesNotContain("a sends keys and replaces");
    assertThat(store.held("b", 3)).isEqualTo(copies);
    assertThat(journal.open()).isPresent();
  }

  @Test
  void aCopyIsNotReplacedIfTheSourceHasLostItsMarkEvenAfterAnotherRecovery() {
    fill(3, 3);
    killAfter("a sends keys");
    store.loseMark("a", 3);
    store.increment(3, "3-0"); // created anew, since it had left
    assertThat(mover().settle(Policy.FINISH).end()).isEqualTo(End.LEFT_OPEN);

    Report again = mover().settle(Policy.FINISH);

    assertThat(again.end()).isEqualTo(End.LEFT_OPEN);
    assertThat(store.told()).doesNotContain("a sends keys and replaces");
  }

  @Test
  void transfersThatFailAreTriedAgainButNotForever() {
    fill(3, 1);
    store.loseConfirmations(LIMITS.attempts() + 1);

    Report report = mover().move(moves(3, 3), control);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons()).containsExactly("IOERR");
    assertThat(mover().move(moves(3, 3), control).end()).isEqualTo(End.COMPLETED);
    assertThat(store.told()).contains("a sends keys and replaces");
    assertClosed();
  }

  @Test
  void anUndoneMoveLeavesTheHashSlotWhereItWas() {
    fill(3, 2);
    killAfter("a migrates 3");

    Report report = mover().settle(Policy.UNDO_IF_NO_KEY_MOVED);

    assertThat(report.end()).isEqualTo(End.UNDONE);
    assertThat(store.held("a", 3)).hasSize(2);
    assertClosed();
  }

  @Test
  void anUndoEndsAtTheDestinationIfAClientWritesThereInTheLastMoment() {
    fill(3, 2);
    killAfter("a migrates 3");
    at("b closes 3", () -> store.increment(3, "new"));

    Report report = mover().settle(Policy.UNDO_IF_NO_KEY_MOVED);

    assertThat(report.end()).isEqualTo(End.FINISHED);
    assertThat(store.held("b", 3)).isEqualTo(store.acknowledged());
    assertClosed();
  }

  @Test
  void hashSlotsThatOthersOpenedAreReportedAndLeftAlone() {
    fill(3, 2);
    store.setImporting("c", List.of(5), "a");
    killAfter("a migrates 3");

    Report report = mover().settle(Policy.FINISH);

    assertThat(report.end()).isEqualTo(End.FINISHED);
    assertThat(report.external()).containsExactly("hash slot 5 is imported from a, says c:1 (c)");
    assertThat(mover().settle(Policy.FINISH).end()).isEqualTo(End.NOTHING_OPEN);
    assertThat(inTransition()).hasSize(1);
  }

  @Test
  void aHashSlotThatAThirdPrimaryOwnsMeanwhileIsLeftOpenWithWhatEverybodySays() {
    killAfter("b imports 3");
    store.setMigrating("a", List.of(3), "c");

    Report report = mover().settle(Policy.FINISH);

    assertThat(report.end()).isEqualTo(End.LEFT_OPEN);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("another tool has opened or moved it", "CLUSTER SETSLOT", "a:1 (a): owner a");
  }

  @Test
  void aHashSlotThatNobodyOwnsGoesToTheDestinationAndIsReported() {
    fill(3, 2);
    killAfter("b sees b own 3");
    store.orphan(3, "a", "b");

    Report report = mover().settle(Policy.FINISH);

    assertThat(report.end()).as("%s", report).isEqualTo(End.FINISHED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .startsWith("hash slot 3 had lost its owner and was given to b");
    assertThat(store.look().disagreements(3, "b")).isEmpty();
    assertThat(store.held("b", 3)).isEqualTo(store.acknowledged());
    assertClosed();
  }

  @Test
  void aHashSlotThatNobodyOwnsGoesBackToTheSourceWhileItHasItsKeys() {
    fill(3, 2);
    killAfter("a migrates 3");
    store.orphan(3, "a", "b");

    Report report = mover().settle(Policy.FINISH);

    assertThat(report.end()).as("%s", report).isEqualTo(End.LEFT_OPEN);
    assertThat(report.reasons()).singleElement().asString().contains("was given to a");
    assertThat(mover().settle(Policy.FINISH).end()).isEqualTo(End.FINISHED);
    assertThat(store.held("b", 3)).isEqualTo(store.acknowledged());
    assertClosed();
  }

  @Test
  void aHashSlotThatNobodyOwnsIsLeftAloneIfBothHoldKeys() {
    fill(3, 2);
    killAfter("a migrates 3");
    store.put("b", 3, "other", 1);
    store.orphan(3, "a", "b");

    Report report = mover().settle(Policy.FINISH);

    assertThat(report.end()).isEqualTo(End.LEFT_OPEN);
    assertThat(report.reasons()).singleElement().asString().contains("both a and b hold keys");
    assertThat(journal.open()).isPresent();
  }

  @Test
  void aMoveIsDoneOnlyWhenEveryPrimarySeesTheNewOwner() {
    store.happens(
        command -> {
          if (command.equals("look") && store.told().contains("c sees b own 3")) {
            store.orphan(3, "a", "b");
          }
        });

    Report report = mover().move(moves(3, 3), control);

    assertThat(report.end()).isEqualTo(End.INTERRUPTED);
    assertThat(report.reasons())
        .singleElement()
        .asString()
        .contains("hash slot 3 belongs to a, says b:1");
    assertThat(journal.open()).isPresent();
  }

  @Test
  void keysMoveNoFasterThanTheyMay() {
    fill(3, 10);
    long[] now = {0};
    Pace pace = new Pace(StepClock.of(() -> now[0], time -> now[0] += time.toNanos()));
    SlotMigrationLimits limits =
        new SlotMigrationLimits(64, 16, 2, 5, Duration.ofSeconds(1), 3, true, 512);

    MigrationDriver.of(store, journal, limits, PATIENCE, pace).move(moves(3, 3), control);

    assertThat(Duration.ofNanos(now[0]))
        .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(2).plus(Pace.RETRY));
  }

  /*
   * The mover is killed at random commands, again and again, also in its recoveries; clients write
   * and nodes gossip around every command; confirmations get lost.
   */
  @Test
  void noAcknowledgedWriteIsLostWhereverTheMoverIsKilled() {
    long first = Long.getLong("amoeba.moves.seed", 1);
    for (long seed = first; seed < first + SCHEDULES; seed++) {
      new MoveSchedule(seed, SlotMigrationMethod.SETSLOT_AND_MIGRATE).run();
    }
  }

  @ParameterizedTest
  @EnumSource
  void hashSlotsThatGoRoundKeepAnOwnerAndTheirKeys(SimulatedStore.Bus bus) {
    long first = Long.getLong("amoeba.moves.seed", 1);
    for (long seed = first; seed < first + SCHEDULES; seed++) {
      new ClaimSchedule(seed, bus, Set.of()).run();
    }
  }

  /** The former rule loses hash slots on every kind of server. */
  @ParameterizedTest
  @EnumSource
  void aMoverThatWaitsForKnownEpochsAloneLosesHashSlots(SimulatedStore.Bus bus) {
    assertThat(firstCaught(bus, DulledStore.FORMER_RULE)).isPresent();
  }

  /** On servers whose marks last, of which one such mark is enough. */
  @ParameterizedTest
  @EnumSource(names = {"ANSWERED_PINGS", "LASTING_MARKS"})
  void aMoverThatLeavesOutOneWaitLosesHashSlotsWhereMarksLast(DulledStore.Sense sense) {
    assertThat(firstCaught(SimulatedStore.Bus.LASTING_MARKS, Set.of(sense))).isPresent();
  }

  /** On servers that end an import by a message of the source, of which an older one is enough. */
  @Test
  void aMoverThatDoesNotWaitForOlderMessagesLosesHashSlotsWhereTheyEndImports() {
    assertThat(
            firstCaught(
                SimulatedStore.Bus.MARKS_ALSO_WHILE_IMPORTING,
                Set.of(DulledStore.Sense.ANSWERED_PINGS)))
        .isPresent();
  }

  private static Optional<Long> firstCaught(SimulatedStore.Bus bus, Set<DulledStore.Sense> dulled) {
    for (long seed = 1; seed <= MUTANT_SCHEDULES; seed++) {
      try {
        new ClaimSchedule(seed, bus, dulled).run();
      } catch (AssertionError e) {
        System.out.println(bus + " without " + dulled + ": " + e.getMessage());
        return Optional.of(seed);
      }
    }
    return Optional.empty();
  }

  private void fill(int hashSlot, int keys) {
    for (int i = 0; i < keys; i++) {
      store.increment(hashSlot, hashSlot + "-" + i);
    }
  }

  /** Once, around a command. */
  private void at(String command, Runnable event) {
    store.happens(
        now -> {
          if (now.equals(command)) {
            store.happens(other -> {});
            event.run();
          }
        });
  }

  /**
   * Begins to move, hash slot 3 if nothing else is said, and ends when a command has been carried
   * out.
   */
  private void killAfter(String command) {
    killAfter(command, moves(3, 3), LIMITS);
  }

  private void killAfter(String command, List<HashSlotMove> moves, SlotMigrationLimits limits) {
    boolean[] told = {false};
    store.happens(
        now -> {
          if (now.equals(command)) {
            if (told[0]) {
              throw new SimulatedStore.Killed();
            }
            told[0] = true;
          }
        });
    assertThatThrownBy(() -> moverOf(limits).move(moves, new Orders()))
        .isInstanceOf(SimulatedStore.Killed.class);
    store.happens(now -> {});
  }

  private void assertClosed() {
    assertThat(inTransition()).isEmpty();
    assertThat(journal.open()).isEmpty();
  }

  private List<Transition> inTransition() {
    return store.look().primaries().stream().flatMap(p -> p.transitions().stream()).toList();
  }

  private MigrationDriver mover() {
    return moverOf(LIMITS);
  }

  private MigrationDriver moverOf(SlotMigrationLimits limits) {
    return MigrationDriver.of(
        store, journal, limits, PATIENCE, new Pace(StepClock.of(() -> 0, time -> {})));
  }

  private static List<HashSlotMove> moves(int from, int to) {
    return List.of(move("a", "b", new HashSlotSpan(from, to)));
  }

  private static HashSlotMove move(String from, String to, HashSlotSpan span) {
    return new HashSlotMove(from, to, List.of(span), MoveReason.OWNER_GIVEN);
  }
}
