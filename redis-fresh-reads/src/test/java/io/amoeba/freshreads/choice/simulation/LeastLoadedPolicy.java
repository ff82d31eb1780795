package io.amoeba.freshreads.choice.simulation;

import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.choice.ReplicaChoice;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The library's choice. */
class LeastLoadedPolicy implements ReadPolicy {

  private static final double DEFAULT_PATIENCE = 0.1;

  /** Of the primary, then of each replica. */
  private final NodeLoad[] loads;

  private final NodeLoad[] replicas;
  private final long[] provenNanos;
  private final long boundNanos;
  private final ReplicaChoice choice = new ReplicaChoice(DEFAULT_PATIENCE, 0);
  private final SplittableRandom random;

  LeastLoadedPolicy(int nodes, long boundNanos, SplittableRandom random) {
    this.boundNanos = boundNanos;
    this.provenNanos = new long[nodes];
    Arrays.fill(provenNanos, -boundNanos);
    this.loads = new NodeLoad[nodes];
    for (int node = 0; node < nodes; node++) {
      loads[node] = new NodeLoad();
    }
    this.replicas = Arrays.copyOfRange(loads, 1, nodes);
    this.random = random;
  }

  @Override
  public int choose(boolean[] stale, long nowNanos) {
    int chosen = choice.choose(loads[0], replicas, fresh(stale, nowNanos), random.nextLong());
    return chosen == ReplicaChoice.PRIMARY ? 0 : chosen + 1;
  }

  private int fresh(boolean[] stale, long nowNanos) {
    int fresh = 0;
    for (int node = 1; node < loads.length; node++) {
      long answerNanos = nowNanos + loads[node].averageNanos();
      if (!stale[node] && answerNanos - provenNanos[node] < boundNanos) {
        fresh |= 1 << (node - 1);
      }
    }
    return fresh;
  }

  @Override
  public void tick(boolean[] stale, long nowNanos) {
    choice.adjust(loads[0], replicas, fresh(stale, nowNanos), nowNanos);
  }

  @Override
  public long heartbeatWantedNanos() {
    if (choice.explores()) {
      return 0;
    }
    return choice.share() > 0 ? boundNanos / 2 : Long.MAX_VALUE;
  }

  @Override
  public void proven(int node, long momentNanos) {
    provenNanos[node] = momentNanos;
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
