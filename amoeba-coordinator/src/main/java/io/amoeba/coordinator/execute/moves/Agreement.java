package io.amoeba.coordinator.execute.moves;

import java.time.Duration;
import java.util.List;

/**
 * Waits until every primary that answers sees the new owners, without which a move is not done.
 * Confined to one thread.
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

  /** What is seen when some moves can begin, or when it is known that they cannot. */
  StoreTopology look(List<OneMove> moves) {
    return pace.lookSoonUntil(seen -> !OneMove.mayBeginLater(moves, seen), patience, store::look);
  }

  /** Who still disagrees when the patience is over. */
  List<String> await(List<OneMove> done) {
    if (done.isEmpty()) {
      return List.of();
    }
    return pace.lookSoonUntil(List::isEmpty, patience, () -> disagreements(done));
  }

  /**
   * The same.
   *
   * @throws MoveProblem if somebody still disagrees
   */
  void require(List<OneMove> done) {
    List<String> disagreements = await(done);
    if (!disagreements.isEmpty()) {
      throw new MoveProblem(MoveProblem.Kind.REFUSED, String.join("; ", disagreements));
    }
  }

  private List<String> disagreements(List<OneMove> done) {
    StoreTopology seen = store.look();
    return done.stream()
        .flatMap(move -> seen.disagreements(move.hashSlot(), move.to()).stream())
        .toList();
  }
}
