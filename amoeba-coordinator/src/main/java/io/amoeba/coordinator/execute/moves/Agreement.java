package io.amoeba.coordinator.execute.moves;

import java.time.Duration;
import java.util.List;

/**
 * Waits until every primary that answers sees the new owners. A claim of the former owner that was
 * under way may turn a primary back for as long as the new owner's next message takes, since the
 * claim with the larger epoch wins. Confined to one thread.
 */
final class Agreement {

  private final MovingStore store;
  private final Duration patience;
  private final Pace pace;

  Agreement(MovingStore store, Duration patience, Pace pace) {
    this.store = store;
    this.patience = patience;
    this.pace = pace;
  }

  /** Who still disagrees when the patience is over. */
  List<String> await(List<OneMove> done) {
    if (done.isEmpty()) {
      return List.of();
    }
    return pace.lookUntil(List::isEmpty, patience, () -> disagreements(done));
  }

  private List<String> disagreements(List<OneMove> done) {
    StoreTopology seen = store.look();
    return done.stream()
        .flatMap(move -> seen.disagreements(move.hashSlot(), move.to()).stream())
        .toList();
  }
}
