package io.amoeba.freshreads.choice.simulation;

import io.amoeba.readbalancer.ReadBalancer;
import java.util.SplittableRandom;

/** The paper's controller with its period, and secondaries drawn at random as MongoDB does. */
final class PaperPolicy implements ReadPolicy {

  private static final long STALE_BOUND_NANOS = 10_000_000_000L;

  private final ReadBalancer controller = new ReadBalancer(STALE_BOUND_NANOS);
  private final long periodNanos;
  private final long[] roundTripsNanos;
  private final boolean pingBehindReads;
  private final FixedShare secondaries;
  private final SplittableRandom random;
  private long periodEndNanos;

  /**
   * The policy of one process.
   *
   * @param roundTripsNanos of primary and secondaries; empty to take each probe for a ping, which
   *     Redis answers after the reads before it
   */
  PaperPolicy(int nodes, long periodNanos, long[] roundTripsNanos, SplittableRandom random) {
    this.periodNanos = periodNanos;
    this.periodEndNanos = periodNanos;
    this.pingBehindReads = roundTripsNanos.length == 0;
    this.roundTripsNanos = roundTripsNanos;
    this.secondaries = new FixedShare(1, nodes, random);
    this.random = random;
  }

  @Override
  public int choose(boolean[] stale, long nowNanos) {
    if (nowNanos >= periodEndNanos) {
      periodEndNanos += periodNanos;
      if (!pingBehindReads) {
        controller.ping(false, roundTripsNanos[0]);
        controller.ping(true, roundTripsNanos[1]);
      }
      controller.periodEnded();
    }
    boolean anyStale = false;
    for (boolean each : stale) {
      anyStale |= each;
    }
    controller.serverStatus(anyStale ? Long.MAX_VALUE : 0);
    boolean toSecondary = random.nextDouble() < controller.balanceFraction();
    return toSecondary ? secondaries.choose(stale, nowNanos) : 0;
  }

  @Override
  public void answered(int node, long latencyNanos, long nowNanos) {
    controller.read(node > 0, latencyNanos);
  }

  @Override
  public void probed(int node, long latencyNanos, long nowNanos) {
    if (pingBehindReads) {
      controller.ping(node > 0, latencyNanos);
    }
  }
}
