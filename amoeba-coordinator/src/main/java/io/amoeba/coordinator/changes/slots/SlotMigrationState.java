package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far the hash slots of a plan have migrated. Immutable.
 *
 * @param moves all of the plan
 * @param method by which they migrate; before the first step SETSLOT and MIGRATE
 * @param hashSlotsDone hash slots that their new primary owns, those that it owned before included
 * @param keysMoved keys that left their primary, as far as it answered; expired ones count. Their
 *     bytes are not known: the servers do not tell what a MIGRATE has sent
 * @param inTransition the hash slots that may be in transition: one entry, or none if none is
 * @param notes what could not be done but does not matter; the first 20 different ones
 */
public record SlotMigrationState(
    List<HashSlotMove> moves,
    SlotMigrationMethod method,
    int hashSlotsDone,
    long keysMoved,
    List<SlotsInTransition> inTransition,
    List<Problem> notes) {

  /** A state is written for every few hash slots, so that it must not grow. */
  private static final int MOST_NOTES = 20;

  public SlotMigrationState {
    moves = List.copyOf(moves);
    inTransition = List.copyOf(inTransition);
    notes = List.copyOf(notes);
    if (inTransition.size() > 1) {
      throw new IllegalArgumentException("more than one group of hash slots is in transition");
    }
  }

  /** Before the first hash slot, with what an earlier run of the plan has moved. */
  public static SlotMigrationState initial(
      List<HashSlotMove> moves, int hashSlotsDone, long keysMoved) {
    return new SlotMigrationState(
        moves,
        SlotMigrationMethod.SETSLOT_AND_MIGRATE,
        hashSlotsDone,
        keysMoved,
        List.of(),
        List.of());
  }

  /** The hash slots that may be in transition. */
  public Optional<SlotsInTransition> begun() {
    return inTransition.stream().findFirst();
  }

  SlotMigrationState by(SlotMigrationMethod newMethod) {
    return new SlotMigrationState(moves, newMethod, hashSlotsDone, keysMoved, inTransition, notes);
  }

  SlotMigrationState with(SlotsInTransition slots) {
    return new SlotMigrationState(moves, method, hashSlotsDone, keysMoved, List.of(slots), notes);
  }

  SlotMigrationState withoutTransition() {
    return new SlotMigrationState(moves, method, hashSlotsDone, keysMoved, List.of(), notes);
  }

  SlotMigrationState withHashSlotsDone(int hashSlots) {
    int all = moves.stream().mapToInt(HashSlotMove::hashSlotCount).sum();
    return new SlotMigrationState(
        moves, method, Math.min(all, hashSlots), keysMoved, inTransition, notes);
  }

  SlotMigrationState withMoreKeys(long keys) {
    return new SlotMigrationState(
        moves, method, hashSlotsDone, keysMoved + keys, inTransition, notes);
  }

  SlotMigrationState noting(Problem note) {
    if (notes.contains(note) || notes.size() == MOST_NOTES) {
      return this;
    }
    List<Problem> more = new ArrayList<>(notes);
    more.add(note);
    return new SlotMigrationState(moves, method, hashSlotsDone, keysMoved, inTransition, more);
  }
}
