package io.amoeba.coordinator.execute.moves;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.execute.moves.HalfMoved.Mark;
import io.amoeba.coordinator.execute.moves.HalfMoved.Step;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HalfMovedTest {

  private static final OpenHashSlots MOVE =
      new OpenHashSlots(List.of(7), "a", "b", "run-1", MoveWay.SETSLOT_AND_MIGRATE);

  @ParameterizedTest
  @CsvSource({
    // source owns and has noted, destination owns and has noted, keys there, step, step with undo
    "true,  NONE, false, NONE, 0, FORGET, FORGET", // killed before the first command
    "true,  NONE, false, OURS, 0, FINISH, UNDO", // after IMPORTING
    "true,  OURS, false, OURS, 0, FINISH, UNDO", // after MIGRATING
    "true,  OURS, false, OURS, 5, FINISH, FINISH", // after some keys, or all
    "true,  OURS, true,  NONE, 5, FINISH, FINISH", // after NODE at the destination
    "false, OURS, true,  NONE, 5, FINISH, FINISH", // the same, and gossip was faster
    "false, NONE, true,  NONE, 5, FINISH, FINISH", // after NODE at the source
    "true,  OURS, false, NONE, 0, FINISH, UNDO", // in the middle of an undo
    "true,  OURS, false, NONE, 5, FINISH, FINISH", // the destination's replica took over
    "true,  NONE, false, OURS, 5, FINISH_WITH_UNKNOWN_COPIES, FINISH_WITH_UNKNOWN_COPIES",
    "true,  NONE, false, NONE, 5, FINISH_WITH_UNKNOWN_COPIES, FINISH_WITH_UNKNOWN_COPIES",
    "true,  NONE, true,  NONE, 5, FINISH, FINISH", // the source has not heard of it yet
    "true,  FOREIGN, false, OURS, 0, LEAVE, LEAVE",
    "true,  OURS, false, FOREIGN, 0, LEAVE, LEAVE",
    "false, NONE, false, OURS, 0, LEAVE, LEAVE", // a third primary owns it
    "false, NONE, false, NONE, 0, LEAVE, LEAVE",
  })
  void everyInterruptedMoveHasOneWayOn(
      boolean sourceOwns,
      Mark sourceMark,
      boolean destinationOwns,
      Mark destinationMark,
      long keys,
      Step step,
      Step stepWithUndo) {
    HalfMoved state =
        new HalfMoved(sourceOwns, sourceMark, destinationOwns, destinationMark, keys, false);

    assertThat(state.next(RecoveryPolicy.FINISH)).isEqualTo(step);
    assertThat(state.next(RecoveryPolicy.UNDO_IF_NO_KEY_MOVED)).isEqualTo(stepWithUndo);
  }

  @Test
  void aHashSlotThatNobodyOwnsIsGivenBackUnlessSomebodyElseHasOpenedIt() {
    for (RecoveryPolicy policy : RecoveryPolicy.values()) {
      assertThat(new HalfMoved(false, Mark.OURS, false, Mark.NONE, 5, true).next(policy))
          .isEqualTo(Step.GIVE_BACK);
      assertThat(new HalfMoved(false, Mark.OURS, false, Mark.FOREIGN, 5, true).next(policy))
          .isEqualTo(Step.LEAVE);
    }
  }

  @Test
  void whatOthersHaveOpenedIsLeftAloneInEveryCombination() {
    for (HalfMoved state : all()) {
      for (RecoveryPolicy policy : RecoveryPolicy.values()) {
        boolean foreign =
            state.sourceMark() == Mark.FOREIGN || state.destinationMark() == Mark.FOREIGN;
        boolean nobodys = !state.sourceOwns() && !state.destinationOwns();

        assertThat(state.next(policy) == Step.LEAVE).as("%s", state).isEqualTo(foreign || nobodys);
      }
    }
  }

  @Test
  void whatIsUndoneOrForgottenInEveryCombinationLeavesNoKeyAtWhoDoesNotOwnIt() {
    for (HalfMoved state : all()) {
      for (RecoveryPolicy policy : RecoveryPolicy.values()) {
        Step step = state.next(policy);
        if (step == Step.UNDO || step == Step.FORGET) {
          assertThat(state.destinationKeys()).as("%s", state).isZero();
          assertThat(state.sourceOwns()).as("%s", state).isTrue();
        }
        if (step == Step.UNDO) {
          assertThat(policy).isEqualTo(RecoveryPolicy.UNDO_IF_NO_KEY_MOVED);
        }
      }
    }
  }

  @Test
  void copiesAreUnknownWheneverTheSourceAnsweredForKeysThatHadLeft() {
    for (HalfMoved state : all()) {
      boolean unknown =
          state.sourceOwns()
              && state.sourceMark() == Mark.NONE
              && !state.destinationOwns()
              && state.destinationMark() != Mark.FOREIGN
              && state.destinationKeys() > 0;

      assertThat(state.next(RecoveryPolicy.FINISH) == Step.FINISH_WITH_UNKNOWN_COPIES)
          .as("%s", state)
          .isEqualTo(unknown);
    }
  }

  @Test
  void marksAreOursIfTheyNameTheOtherPrimaryAndTheDirectionOfTheMove() {
    assertThat(state(new OpenMark(7, true, "b"), new OpenMark(7, false, "a")))
        .isEqualTo(new HalfMoved(true, Mark.OURS, false, Mark.OURS, 3, false));
    assertThat(state(new OpenMark(7, true, "c"), new OpenMark(7, false, "c")))
        .isEqualTo(new HalfMoved(true, Mark.FOREIGN, false, Mark.FOREIGN, 3, false));
    assertThat(state(new OpenMark(7, false, "b"), new OpenMark(8, false, "a")))
        .isEqualTo(new HalfMoved(true, Mark.FOREIGN, false, Mark.NONE, 3, false));
  }

  @Test
  void aMarkThatNamesAPrimaryWhoseReplicaTookOverIsOurs() {
    StoreTopology topology =
        topology(new OpenMark(7, true, "old-b"), new OpenMark(7, false, "old-a"));

    HalfMoved state = HalfMoved.of(MOVE, 7, topology, 3);

    assertThat(state).isEqualTo(new HalfMoved(true, Mark.OURS, false, Mark.OURS, 3, false));
  }

  private static HalfMoved state(OpenMark ofSource, OpenMark ofDestination) {
    return HalfMoved.of(MOVE, 7, topology(ofSource, ofDestination), 3);
  }

  private static StoreTopology topology(OpenMark ofSource, OpenMark ofDestination) {
    Map<String, List<HashSlotSpan>> owners = Map.of("a", List.of(new HashSlotSpan(0, 9)));
    return new StoreTopology(
        List.of(
            new PrimaryView("a", "host:1", owners, List.of(ofSource), Map.of(), Map.of()),
            new PrimaryView("b", "host:2", owners, List.of(ofDestination), Map.of(), Map.of())),
        List.of(),
        Map.of("old-a", "a", "old-b", "b"),
        List.of());
  }

  private static List<HalfMoved> all() {
    List<HalfMoved> all = new ArrayList<>();
    for (boolean sourceOwns : new boolean[] {true, false}) {
      for (boolean destinationOwns : new boolean[] {true, false}) {
        for (Mark sourceMark : Mark.values()) {
          for (Mark destinationMark : Mark.values()) {
            for (long keys = 0; keys < 2; keys++) {
              all.add(
                  new HalfMoved(
                      sourceOwns, sourceMark, destinationOwns, destinationMark, keys, false));
            }
          }
        }
      }
    }
    return all;
  }
}
