package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import java.time.Duration;
import java.util.List;

/**
 * Waits until every primary that answers sees the new owners, without which a move is not done.
 * Confined to one thread.
 */
final class Agreement {

  private final ClusterAdmin store;
  private final Duration patience;
  private final Pace pace;

  Agreement(ClusterAdmin store, Duration patience, Pace pace) {
    this.store = store;
    this.patience = patience;
    this.pace = pace;
  }

  /** What is seen when some moves can begin, or when it is known that they cannot. */
  ClusterView look(List<SlotMove> moves) {
    return pace.lookSoonUntil(seen -> !SlotMove.mayBeginLater(moves, seen), patience, store::look);
  }

  /** Who still disagrees when the patience is over. */
  List<String> await(List<SlotMove> done) {
    if (done.isEmpty()) {
      return List.of();
    }
    return pace.lookSoonUntil(List::isEmpty, patience, () -> disagreements(done));
  }

  /**
   * The same.
   *
   * @throws ClusterFailure if somebody still disagrees
   */
  void require(List<SlotMove> done) {
    List<String> disagreements = await(done);
    if (!disagreements.isEmpty()) {
      throw new ClusterFailure(ClusterFailure.Kind.REFUSED, String.join("; ", disagreements));
    }
  }

  private List<String> disagreements(List<SlotMove> done) {
    ClusterView seen = store.look();
    return done.stream()
        .flatMap(move -> seen.disagreements(move.hashSlot(), move.to()).stream())
        .toList();
  }
}
