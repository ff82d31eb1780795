package io.amoeba.freshreads.choice.simulation;

import java.util.SplittableRandom;

/** Sends a fixed share of the reads to replicas, whatever their load; a replica by chance. */
final class FixedShare implements ReadPolicy {

  private final double share;
  private final int nodes;
  private final SplittableRandom random;

  FixedShare(double share, int nodes, SplittableRandom random) {
    this.share = share;
    this.nodes = nodes;
    this.random = random;
  }

  @Override
  public int choose(boolean[] stale, long nowNanos) {
    return random.nextDouble() < share ? 1 + random.nextInt(nodes - 1) : 0;
  }
}
