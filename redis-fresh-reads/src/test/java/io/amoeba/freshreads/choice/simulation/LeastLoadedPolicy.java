package io.amoeba.freshreads.choice.simulation;

import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.choice.ReplicaChoice;
import java.util.SplittableRandom;

/** The library's choice. */
final class LeastLoadedPolicy implements ReadPolicy {

  private static final double DEFAULT_PATIENCE = 0.1;

  private final NodeLoad[] loads;
  private final NodeLoad[] fresh;
  private final int[] nodes;
  private final ReplicaChoice choice = new ReplicaChoice(DEFAULT_PATIENCE, 0);
  private final SplittableRandom random;

  LeastLoadedPolicy(int nodes, SplittableRandom random) {
    this.loads = new NodeLoad[nodes];
    for (int node = 0; node < nodes; node++) {
      loads[node] = new NodeLoad();
    }
    this.fresh = new NodeLoad[nodes];
    this.nodes = new int[nodes];
    this.random = random;
  }

  @Override
  public int choose(boolean[] stale, long nowNanos) {
    int count = 0;
    for (int node = 1; node < loads.length; node++) {
      if (!stale[node]) {
        fresh[count] = loads[node];
        nodes[count++] = node;
      }
    }
    choice.adjust(loads[0], fresh, count, nowNanos);
    int chosen = choice.choose(loads[0], fresh, count, random.nextLong());
    return chosen == ReplicaChoice.PRIMARY ? 0 : nodes[chosen];
  }

  @Override
  public void sent(int node, long nowNanos) {
    loads[node].sent(nowNanos);
  }

  @Override
  public void answered(int node, long latencyNanos, long nowNanos) {
    loads[node].answered(latencyNanos, nowNanos);
  }

  @Override
  public void probed(int node, long latencyNanos, long nowNanos) {
    loads[node].probed(latencyNanos, nowNanos);
  }
}
