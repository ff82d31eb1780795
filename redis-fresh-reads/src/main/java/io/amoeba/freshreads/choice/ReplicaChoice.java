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

  /** The choice of the primary, beside the indexes of the replicas. */
  public static final int PRIMARY = -1;

  /** Of more replicas the others cannot be chosen: a set of them has one bit for each. */
  public static final int MOST_REPLICAS = Integer.SIZE - 1;

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
   * @param fresh the fresh replicas, one bit for each
   */
  public void adjust(NodeLoad primary, NodeLoad[] replicas, int fresh, long nowNanos) {
    share.adjust(primary, replicas, fresh, nowNanos);
  }

  /**
   * Chooses the node of one read.
   *
   * @param fresh the fresh replicas, one bit for each; one without a latency is never chosen
   * @param random 64 random bits
   * @return {@link #PRIMARY}, or the index of a fresh replica
   */
  public int choose(NodeLoad primary, NodeLoad[] replicas, int fresh, long random) {
    if (fresh == 0 || !balances(random)) {
      return PRIMARY;
    }
    return leastLoaded(PRIMARY, primary.scoreNanos(), replicas, startingAtAny(fresh, random));
  }

  /**
   * Chooses the least loaded fresh replica, whatever the load of the primary.
   *
   * @param fresh the fresh replicas, one bit for each, at least one
   * @param random 64 random bits
   * @return the index of a fresh replica
   */
  public static int chooseReplica(NodeLoad[] replicas, int fresh, long random) {
    long order = startingAtAny(fresh, random);
    return leastLoaded(first(order), Long.MAX_VALUE, replicas, order);
  }

  /**
   * Whether one read belongs to the share that any fresh node may serve.
   *
   * @param random 64 random bits
   */
  public boolean balances(long random) {
    return (random >>> 11) * UNIT < share.value();
  }

  /**
   * The set in the order to go through it, lowest bit first: from a random replica on, so that
   * equal ones get equal parts, and in the upper half those before it.
   */
  private static long startingAtAny(int fresh, long random) {
    int rest = fresh;
    for (long skipped = (random & 0x7FF) % Integer.bitCount(fresh); skipped > 0; skipped--) {
      rest &= rest - 1;
    }
    return (long) (fresh & ~rest) << Integer.SIZE | rest;
  }

  private static int first(long order) {
    return Long.numberOfTrailingZeros(order) % Integer.SIZE;
  }

  /** The node to beat, or a replica with a lower score. */
  private static int leastLoaded(int toBeat, long scoreToBeat, NodeLoad[] replicas, long order) {
    int chosen = toBeat;
    long least = scoreToBeat;
    for (long rest = order; rest != 0; rest &= rest - 1) {
      int index = first(rest);
      long score = replicas[index].scoreNanos();
      if (score > 0 && score < least) {
        least = score;
        chosen = index;
      }
    }
    return chosen;
  }

  /** Whether reads at the primary are slower than probes, and more probes would show the reason. */
  public boolean explores() {
    double value = share.value();
    return value > 0 && value <= BalancedShare.EXPLORED;
  }

  /** The share of the reads that may go to any fresh node, 0 to 1. */
  public double share() {
    return share.value();
  }
}
