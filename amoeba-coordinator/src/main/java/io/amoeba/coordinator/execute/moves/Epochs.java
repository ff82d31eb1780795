package io.amoeba.coordinator.execute.moves;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the destination of a move will claim its hash slots with a larger epoch than the
 * source has. A primary that takes a hash slot takes a new epoch with it, unless it takes its own
 * for the largest one. One that has not heard yet that the source has just done the same would keep
 * a smaller one. Then a message in which the source still claims the hash slot, and which was under
 * way, would take it back from the destination, which deletes its keys: nobody would own it, and
 * acknowledged writes would be lost. Confined to one thread. Source: Redis Cluster specification,
 * "Hash slots configuration propagation".
 */
final class Epochs {

  private final MovingStore store;
  private final Duration patience;
  private final Pace pace;
  private @Nullable StoreTopology last;

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
    changed.clear();
  }

  /** A primary may have another epoch now. */
  void tookHashSlots(String primary) {
    changed.add(primary);
  }

  /**
   * Waits, which is seldom needed: if the source has become the owner of other hash slots a moment
   * ago.
   *
   * @throws MoveProblem if the patience is over
   */
  void await(String from, String to) {
    StoreTopology seen = last;
    if (seen != null && !changed.contains(from) && seen.outranks(to, from)) {
      return;
    }
    if (pace.lookUntil(now -> now.outranks(to, from), patience, this::look).outranks(to, from)) {
      return;
    }
    throw new MoveProblem(
        MoveProblem.Kind.UNREACHABLE,
        ("%s has not heard of the epoch of %s within %d s, so that it could not defend hash slots"
                + " that it takes from it; see whether their cluster bus ports reach each other")
            .formatted(to, from, patience.toSeconds()));
  }

  private StoreTopology look() {
    StoreTopology now = store.look();
    saw(now);
    return now;
  }
}
