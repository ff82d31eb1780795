package io.amoeba.coordinator.execute.moves;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the destination of a move can keep its hash slots against claims that are under way.
 * A primary that takes a hash slot takes a new epoch with it, unless it takes its own for the
 * largest one, and the claim with the larger epoch wins. So two things come first. The destination
 * has heard of the source's epoch, or its own could be the smaller one. And everybody has heard of
 * everybody's: who has not heard of an owner's epoch may be turned back by a late claim of the
 * former one, and if that then takes a larger epoch with another hash slot, tells the owner that it
 * is outdone. In both cases the owner deletes its keys, nobody owns the hash slot, and acknowledged
 * writes are lost. Confined to one thread. Source: Redis Cluster specification, "Hash slots
 * configuration propagation" and "UPDATE messages".
 */
final class Epochs {

  private final MovingStore store;
  private final Duration patience;
  private final Pace pace;
  private @Nullable StoreTopology last;
  private Optional<String> unheard = Optional.empty();

  /** Primaries with a new epoch since the last look. */
  private final Set<String> changed = new HashSet<>();

  Epochs(MovingStore store, Duration patience, Pace pace) {
    this.store = store;
    this.patience = patience;
    this.pace = pace;
  }

  /** What was seen last. */
  void saw(StoreTopology seen) {
    last = seen;
    unheard = seen.unheard();
    changed.clear();
  }

  /** A primary may have another epoch now. */
  void tookHashSlots(String primary) {
    changed.add(primary);
  }

  /**
   * Waits, which is seldom needed: if another primary than the destination has taken hash slots a
   * moment ago.
   *
   * @throws MoveProblem if the patience is over
   */
  void await(String from, String to) {
    StoreTopology seen = last;
    if (seen != null && Set.of(to).containsAll(changed) && unsettled(seen, from, to).isEmpty()) {
      return;
    }
    pace.lookUntil(Optional::isEmpty, patience, () -> unsettled(look(), from, to))
        .ifPresent(
            reason -> {
              throw new MoveProblem(
                  MoveProblem.Kind.UNREACHABLE,
                  ("%s after %d s, so that hash slots that %s takes from %s could be lost to an"
                          + " older claim; see whether their cluster bus ports reach each other")
                      .formatted(reason, patience.toSeconds(), to, from));
            });
  }

  private Optional<String> unsettled(StoreTopology seen, String from, String to) {
    return unheard.or(() -> seen.unsettled(to, from));
  }

  private StoreTopology look() {
    StoreTopology now = store.look();
    saw(now);
    return now;
  }
}
