package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.PlacementMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The newest committed map of an order-free edge in this process, for any number of partitioners.
 * Safe for concurrent use; reading is one volatile read.
 */
public final class DirectRegistration {

  private final String operator;
  private final int parallelism;
  private volatile @Nullable PlacementMap map;
  private volatile long appliedAtNanos;

  DirectRegistration(String operator, int parallelism) {
    this.operator = operator;
    this.parallelism = parallelism;
  }

  /** Newest committed map for this parallelism, or null before the first. */
  public @Nullable PlacementMap map() {
    return map;
  }

  /** Epoch of the map, 0 before the first. */
  public long epoch() {
    PlacementMap current = map;
    return current == null ? 0 : current.epoch();
  }

  /** Time since the map was applied, milliseconds; 0 before the first. */
  public long mapAgeMillis() {
    return map == null ? 0 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - appliedAtNanos);
  }

  String operator() {
    return operator;
  }

  int parallelism() {
    return parallelism;
  }

  /** Takes the map if it is newer and made for this parallelism; whether it did. */
  boolean offer(PlacementMap candidate) {
    PlacementMap current = map;
    if (candidate.parallelism() != parallelism
        || (current != null
            && current.epoch() >= candidate.epoch()
            && current.epoch() <= EpochBounds.claimable(candidate.epoch()))) {
      return false;
    }
    appliedAtNanos = System.nanoTime();
    map = candidate;
    return true;
  }
}
