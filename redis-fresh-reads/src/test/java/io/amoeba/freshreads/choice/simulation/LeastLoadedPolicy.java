package io.amoeba.freshreads.choice.simulation;

import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.choice.ReplicaChoice;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The library's choice. */
final class LeastLoadedPolicy implements ReadPolicy {

  private static final double DEFAULT_PATIENCE = 0.1;

  /** Of the primary, then of each replica. */
  private final NodeLoad[] loads;

  private final NodeLoad[] replicas;
  private final ReplicaChoice choice = new ReplicaChoice(DEFAULT_PATIENCE, 0);
  private final SplittableRandom random;

  LeastLoadedPolicy(int nodes, SplittableRandom random) {
    this.loads = new NodeLoad[nodes];
    for (int node = 0; node < nodes; node++) {
      loads[node] = new NodeLoad();
    }
    this.replicas = Arrays.copyOfRange(loads, 1, nodes);
    this.random = random;
  }

  @Override
  public int choose(boolean[] stale, long nowNanos) {
    int fresh = 0;
    for (int replica = 0; replica < replicas.length; replica++) {
      if (!stale[replica + 1]) {
        fresh |= 1 << replica;
      }
    }
    choice.adjust(loads[0], replicas, fresh, nowNanos);
    int chosen = choice.choose(loads[0], replicas, fresh, random.nextLong());
    return chosen == ReplicaChoice.PRIMARY ? 0 : chosen + 1;
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
