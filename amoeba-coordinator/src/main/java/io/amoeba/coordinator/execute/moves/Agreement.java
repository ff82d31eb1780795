package io.amoeba.coordinator.execute.moves;

import java.time.Duration;
import java.util.ArrayList;
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
    long looks = Math.max(1, patience.dividedBy(Pace.RETRY));
    List<String> disagreements = List.of();
    for (long look = 0; look < looks; look++) {
      if (look > 0) {
        pace.retry();
      }
      StoreTopology seen = store.look();
      disagreements = new ArrayList<>();
      for (OneMove move : done) {
        disagreements.addAll(seen.disagreements(move.hashSlot(), move.to()));
      }
      if (disagreements.isEmpty()) {
        return disagreements;
      }
    }
    return disagreements;
  }
}
