package io.amoeba.freshreads.choice;

/**
 * Chooses the node of each read of one shard: the primary while it is as fast as the replicas, else
 * the fresh node with the least latency × (reads in flight + 1).
 *
 * <p>Safe for concurrent use, lock-free, without allocations.
 */
public final class ReplicaChoice {

  /*
   * All nodes are compared, not two of them: with three nodes, two choices miss the primary in a
   * third of the cases. Clients need no coordination: each compares the latencies that it sees.
   */

  /** The choice of the primary, beside the indexes of the fresh replicas. */
  public static final int PRIMARY = -1;

  private static final double UNIT = 0x1.0p-53;

  private final BalancedShare share;

  /**
   * A choice that starts with all reads at the primary.
   *
   * @param primaryPatience how much slower than the fastest fresh replica the primary may be before
   *     replicas serve reads, as a part of the replica's latency: 0.1 is 10 %
   */
  public ReplicaChoice(double primaryPatience, long nowNanos) {
    this.share = new BalancedShare(primaryPatience, nowNanos);
  }

  /**
   * Adjusts the balanced share if the last adjustment was at least 10 ms ago, and returns at once
   * otherwise. To be called before each {@link #choose}, or by a timer every 10 ms.
   *
   * @param fresh the loads of the fresh replicas, at the first {@code freshCount} places
   */
  public void adjust(NodeLoad primary, NodeLoad[] fresh, int freshCount, long nowNanos) {
    share.adjust(primary, fresh, freshCount, nowNanos);
  }

  /**
   * Chooses the node of one read.
   *
   * @param fresh the loads of the fresh replicas, at the first {@code freshCount} places; a replica
   *     without a latency is never chosen
   * @param random 64 random bits
   * @return {@link #PRIMARY}, or the index of a fresh replica
   */
  public int choose(NodeLoad primary, NodeLoad[] fresh, int freshCount, long random) {
    if (freshCount == 0 || (random >>> 11) * UNIT >= share.value()) {
      return PRIMARY;
    }
    return leastLoaded(PRIMARY, primary.scoreNanos(), fresh, freshCount, random);
  }

  /**
   * Chooses the least loaded fresh replica, whatever the load of the primary.
   *
   * @param fresh the loads of the fresh replicas, at the first {@code freshCount} places, at least
   *     one
   * @param random 64 random bits
   * @return the index of a fresh replica
   */
  public static int chooseReplica(NodeLoad[] fresh, int freshCount, long random) {
    return leastLoaded(first(freshCount, random), Long.MAX_VALUE, fresh, freshCount, random);
  }

  private static int first(int freshCount, long random) {
    return (int) ((random & 0x7FF) % freshCount);
  }

  /** The node to beat, or a replica with a lower score. */
  private static int leastLoaded(
      int toBeat, long scoreToBeat, NodeLoad[] fresh, int freshCount, long random) {
    int chosen = toBeat;
    long least = scoreToBeat;
    // From a random replica on, so that equal ones get equal parts.
    int first = first(freshCount, random);
    for (int i = 0; i < freshCount; i++) {
      int index = first + i < freshCount ? first + i : first + i - freshCount;
      long score = fresh[index].scoreNanos();
      if (score > 0 && score < least) {
        least = score;
        chosen = index;
      }
    }
    return chosen;
  }

  /** The share of the reads that may go to any fresh node, 0 to 1. */
  public double share() {
    return share.value();
  }
}
