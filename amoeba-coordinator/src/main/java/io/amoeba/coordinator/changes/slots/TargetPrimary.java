package io.amoeba.coordinator.changes.slots;

/**
 * A primary as a plan is to treat it: its id, its node, its share of the whole relative to the
 * other primaries' shares (0: it is to own nothing), and the most that it may own, in the unit that
 * is balanced: hash slots, or their load where that is known. Immutable.
 */
public record TargetPrimary(String id, String node, double share, long capacity) {

  /** No limit of capacity. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** A primary with an equal share and no limit. */
  public static TargetPrimary of(String id, String node) {
    return new TargetPrimary(id, node, 1, UNLIMITED);
  }

  /** The same primary, which is to own nothing. */
  public TargetPrimary leaving() {
    return withShare(0);
  }

  /** The same primary with another share. */
  public TargetPrimary withShare(double newShare) {
    return new TargetPrimary(id, node, newShare, capacity);
  }

  /** The same primary with another capacity. */
  public TargetPrimary withCapacity(long newCapacity) {
    return new TargetPrimary(id, node, share, newCapacity);
  }
}
