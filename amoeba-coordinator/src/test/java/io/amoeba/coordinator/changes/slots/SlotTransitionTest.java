package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.slots.SlotTransition.Action;
import io.amoeba.coordinator.changes.slots.SlotTransition.Note;
import io.amoeba.coordinator.changes.slots.SlotTransition.Policy;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.ServerView.Transition;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotTransitionTest {

  private static final SlotsInTransition MOVE =
      new SlotsInTransition(List.of(7), "a", "b", "run-1", SlotMigrationMethod.SETSLOT_AND_MIGRATE);

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
      Note sourceNote,
      boolean destinationOwns,
      Note destinationNote,
      long keys,
      Action step,
      Action stepWithUndo) {
    SlotTransition state =
        new SlotTransition(sourceOwns, sourceNote, destinationOwns, destinationNote, keys, false);

    assertThat(state.next(Policy.FINISH)).isEqualTo(step);
    assertThat(state.next(Policy.UNDO_IF_NO_KEY_MOVED)).isEqualTo(stepWithUndo);
  }

  @Test
  void aHashSlotThatNobodyOwnsIsGivenBackUnlessSomebodyElseHasOpenedIt() {
    for (Policy policy : Policy.values()) {
      assertThat(new SlotTransition(false, Note.OURS, false, Note.NONE, 5, true).next(policy))
          .isEqualTo(Action.GIVE_BACK);
      assertThat(new SlotTransition(false, Note.OURS, false, Note.FOREIGN, 5, true).next(policy))
          .isEqualTo(Action.LEAVE);
    }
  }

  @Test
  void whatOthersHaveOpenedIsLeftAloneInEveryCombination() {
    for (SlotTransition state : all()) {
      for (Policy policy : Policy.values()) {
        boolean foreign =
            state.sourceNote() == Note.FOREIGN || state.destinationNote() == Note.FOREIGN;
        boolean nobodys = !state.sourceOwns() && !state.destinationOwns();

        assertThat(state.next(policy) == Action.LEAVE)
            .as("%s", state)
            .isEqualTo(foreign || nobodys);
      }
    }
  }

  @Test
  void whatIsUndoneOrForgottenInEveryCombinationLeavesNoKeyAtWhoDoesNotOwnIt() {
    for (SlotTransition state : all()) {
      for (Policy policy : Policy.values()) {
        Action step = state.next(policy);
        if (step == Action.UNDO || step == Action.FORGET) {
          assertThat(state.destinationKeys()).as("%s", state).isZero();
          assertThat(state.sourceOwns()).as("%s", state).isTrue();
        }
        if (step == Action.UNDO) {
          assertThat(policy).isEqualTo(Policy.UNDO_IF_NO_KEY_MOVED);
        }
      }
    }
  }

  @Test
  void copiesAreUnknownWheneverTheSourceAnsweredForKeysThatHadLeft() {
    for (SlotTransition state : all()) {
      boolean unknown =
          state.sourceOwns()
              && state.sourceNote() == Note.NONE
              && !state.destinationOwns()
              && state.destinationNote() != Note.FOREIGN
              && state.destinationKeys() > 0;

      assertThat(state.next(Policy.FINISH) == Action.FINISH_WITH_UNKNOWN_COPIES)
          .as("%s", state)
          .isEqualTo(unknown);
    }
  }

  @Test
  void marksAreOursIfTheyNameTheOtherPrimaryAndTheDirectionOfTheMove() {
    assertThat(state(new Transition(7, true, "b"), new Transition(7, false, "a")))
        .isEqualTo(new SlotTransition(true, Note.OURS, false, Note.OURS, 3, false));
    assertThat(state(new Transition(7, true, "c"), new Transition(7, false, "c")))
        .isEqualTo(new SlotTransition(true, Note.FOREIGN, false, Note.FOREIGN, 3, false));
    assertThat(state(new Transition(7, false, "b"), new Transition(8, false, "a")))
        .isEqualTo(new SlotTransition(true, Note.FOREIGN, false, Note.NONE, 3, false));
  }

  @Test
  void aMarkThatNamesAPrimaryWhoseReplicaTookOverIsOurs() {
    ClusterView seen = seen(new Transition(7, true, "old-b"), new Transition(7, false, "old-a"));

    SlotTransition state = SlotTransition.of(MOVE, 7, seen, 3);

    assertThat(state).isEqualTo(new SlotTransition(true, Note.OURS, false, Note.OURS, 3, false));
  }

  private static SlotTransition state(Transition ofSource, Transition ofDestination) {
    return SlotTransition.of(MOVE, 7, seen(ofSource, ofDestination), 3);
  }

  private static ClusterView seen(Transition ofSource, Transition ofDestination) {
    return new ClusterView(
        List.of(
            view("a", "", List.of(ofSource)),
            view("b", "", List.of(ofDestination)),
            view("old-a", "a", List.of()),
            view("old-b", "b", List.of())),
        Map.of());
  }

  private static ServerView view(String id, String primaryId, List<Transition> transitions) {
    ServerAddress address = new ServerAddress(id, 1);
    List<HashSlotSpan> owned = id.equals("a") ? List.of(new HashSlotSpan(0, 9)) : List.of();
    KnownServer own =
        new KnownServer(
            id, address, List.of(), Set.of(), primaryId, new Pings(0, 0), 0, true, owned);
    return ServerView.of(address, own, List.of(), transitions, Optional.empty());
  }

  private static List<SlotTransition> all() {
    List<SlotTransition> all = new ArrayList<>();
    for (boolean sourceOwns : new boolean[] {true, false}) {
      for (boolean destinationOwns : new boolean[] {true, false}) {
        for (Note sourceNote : Note.values()) {
          for (Note destinationNote : Note.values()) {
            for (long keys = 0; keys < 2; keys++) {
              all.add(
                  new SlotTransition(
                      sourceOwns, sourceNote, destinationOwns, destinationNote, keys, false));
            }
          }
        }
      }
    }
    return all;
  }
}
