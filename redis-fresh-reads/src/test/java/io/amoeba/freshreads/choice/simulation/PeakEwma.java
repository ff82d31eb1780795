package io.amoeba.freshreads.choice.simulation;

import java.util.SplittableRandom;

/**
 * Power of two choices by peak-EWMA × (reads in flight + 1), as in Finagle's balancer: of two nodes
 * drawn at random, the primary among them, the one with the lower cost serves the read.
 */
final class PeakEwma implements ReadPolicy {

  private static final double DECAY_NANOS = 20_000_000;

  private final double[] cost;
  private final long[] stamp;
  private final int[] inFlight;
  private final SplittableRandom random;

  PeakEwma(int nodes, SplittableRandom random) {
    this.cost = new double[nodes];
    this.stamp = new long[nodes];
    this.inFlight = new int[nodes];
    this.random = random;
  }

  @Override
  public int choose(boolean[] stale, long nowNanos) {
    int first = draw(stale);
    int second = draw(stale);
    return score(second) < score(first) ? second : first;
  }

  private int draw(boolean[] stale) {
    while (true) {
      int node = random.nextInt(cost.length);
      if (!stale[node]) {
        return node;
      }
    }
  }

  private double score(int node) {
    return cost[node] * (inFlight[node] + 1);
  }

  @Override
  public void sent(int node, long nowNanos) {
    inFlight[node]++;
  }

  @Override
  public void answered(int node, long latencyNanos, long nowNanos) {
    inFlight[node]--;
    probed(node, latencyNanos, nowNanos);
  }

  @Override
  public void probed(int node, long latencyNanos, long nowNanos) {
    double kept = Math.exp(-(nowNanos - stamp[node]) / DECAY_NANOS);
    cost[node] =
        latencyNanos > cost[node]
            ? latencyNanos
            : latencyNanos + (cost[node] - latencyNanos) * kept;
    stamp[node] = nowNanos;
  }
}
