package io.amoeba.freshreads.choice.simulation;

import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.choice.ReplicaChoice;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Reads over lettuce's own connections: the library decides which of them may leave the primary,
 * and sees nothing of them but its own probes; lettuce takes any node for those that may.
 */
final class RoutedPolicy implements ReadPolicy {

  private static final double DEFAULT_PATIENCE = 0.1;

  /** Of the primary, then of each replica. */
  private final NodeLoad[] loads;

  private final ReplicaChoice choice = new ReplicaChoice(DEFAULT_PATIENCE, 0);
  private final SplittableRandom random;

  RoutedPolicy(int nodes, SplittableRandom random) {
    this.loads = new NodeLoad[nodes];
    Arrays.setAll(loads, node -> new NodeLoad());
    this.random = random;
  }

  @Override
  public int choose(boolean[] stale, long nowNanos) {
    return choice.balances(random.nextLong()) ? random.nextInt(loads.length) : 0;
  }

  @Override
  public void tick(boolean[] stale, long nowNanos) {
    NodeLoad[] replicas = Arrays.copyOfRange(loads, 1, loads.length);
    choice.adjust(loads[0], replicas, (1 << replicas.length) - 1, nowNanos);
  }

  @Override
  public void probed(int node, long latencyNanos, long nowNanos) {
    loads[node].probed(latencyNanos, nowNanos);
  }
}
