package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.SlotsInTransition;
import java.util.Optional;

/** The state that one coordinator leaves to the next one; outlives coordinators, not the test. */
final class InMemoryJournal {

  private Optional<SlotMigrationState> state = Optional.empty();
  private boolean full;

  /** No beginning of a migration can be written any more. */
  void fillDisk() {
    full = true;
  }

  boolean isFull() {
    return full;
  }

  Optional<SlotMigrationState> state() {
    return state;
  }

  /** What may be in transition. */
  Optional<SlotsInTransition> open() {
    return state.flatMap(SlotMigrationState::begun);
  }

  void set(Optional<SlotMigrationState> newState) {
    state = newState;
  }
}
