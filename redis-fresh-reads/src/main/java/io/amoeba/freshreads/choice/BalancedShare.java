package io.amoeba.freshreads.choice;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The share of the reads that may go to any fresh node, 0 to 1. The others go to the primary. The
 * share rises while the primary is slower than the fastest fresh replica, and falls otherwise.
 *
 * <p>Safe for concurrent use, lock-free: of threads that adjust at the same time, one does.
 */
final class BalancedShare {

  /*
   * The rule, every 10 ms, with patience 0.1; the ratios are those of LatencyComparison:
   *
   *   cautious ratio > 1.10: share += min(0.1, 0.02 + 0.1 * (ratio - 1.10))
   *   median ratio   < 1.03: share -= 0.02
   *
   * So an idle primary serves all reads, a saturated one shares them after 0.2 s, and the band
   * between keeps the share steady where all nodes are equally loaded. The share needs no precise
   * value: within it the least loaded node serves each read.
   *
   * Probes are few: a rise by probes alone is for each new one of the primary, however large. So a
   * chance of four slow probes moves few reads until the next, and a long queue moves all of them.
   *
   * On mere suspicion 0.4 % of the reads may go to replicas, whose latencies then decide.
   *
   * A stalled primary has no new latencies, and the stall itself decides: nothing for 10 ms, which
   * is long beside its usual latency, while several reads wait. One slow read is no stall.
   */
  static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  static final double EXPLORED = 0.004;

  private static final double MAX_RISE = 0.1;
  private static final double STEP = 0.02;
  private static final double RISE_PER_RATIO = 0.1;
  private static final double FALL_PART = 0.3;
  private static final int STALL_READS = 4;
  private static final int STALL_LATENCIES = 4;

  /** After a time without reads one adjustment makes up for at most these periods. */
  private static final long MAX_PERIODS = 25;

  private final double riseAbove;
  private final double fallBelow;
  private final LatencyComparison comparison = new LatencyComparison();
  private final AtomicBoolean adjusting = new AtomicBoolean();
  private long seenProbes;
  private volatile long adjustedNanos;
  private volatile double share;

  /**
   * A share of 0.
   *
   * @param primaryPatience how much slower than the fastest fresh replica the primary may be before
   *     the share rises, as a part of the replica's latency: 0.1 is 10 %
   */
  BalancedShare(double primaryPatience, long nowNanos) {
    this.riseAbove = 1 + primaryPatience;
    this.fallBelow = 1 + FALL_PART * primaryPatience;
    this.adjustedNanos = nowNanos;
  }

  double value() {
    return share;
  }

  /**
   * Adjusts the share if the last adjustment was at least 10 ms ago.
   *
   * @param fresh the fresh replicas, one bit for each
   */
  void adjust(NodeLoad primary, NodeLoad[] replicas, int fresh, long nowNanos) {
    if (nowNanos - adjustedNanos < PERIOD_NANOS || !adjusting.compareAndSet(false, true)) {
      return;
    }
    try {
      long periods = (nowNanos - adjustedNanos) / PERIOD_NANOS;
      if (periods > 0) {
        adjustedNanos = nowNanos;
        share = next(primary, replicas, fresh, nowNanos, Math.min(periods, MAX_PERIODS));
      }
    } finally {
      adjusting.set(false);
    }
  }

  private double next(
      NodeLoad primary, NodeLoad[] replicas, int fresh, long nowNanos, long periods) {
    if (fresh == 0) {
      return share > EXPLORED ? share : suspects(primary, replicas, nowNanos) ? EXPLORED : 0;
    }
    return stalls(primary, nowNanos)
        ? Math.min(share + MAX_RISE, 1)
        : compared(primary, replicas, fresh, nowNanos, periods);
  }

  /** By the replicas' former probes: without a suspicion none of them may become fresh again. */
  private boolean suspects(NodeLoad primary, NodeLoad[] replicas, long nowNanos) {
    comparison.compare(primary, replicas, (1 << replicas.length) - 1, nowNanos);
    return comparison.suspicious();
  }

  private static boolean stalls(NodeLoad primary, long nowNanos) {
    long longNanos = Math.max(PERIOD_NANOS, STALL_LATENCIES * primary.averageNanos());
    return primary.inFlight() >= STALL_READS && primary.stalledNanos(nowNanos) >= longNanos;
  }

  private double byNewProbe(NodeLoad primary, double rise) {
    long probes = primary.probes().recorded();
    boolean isNew = probes != seenProbes;
    seenProbes = probes;
    return isNew ? rise : 0;
  }

  private double compared(
      NodeLoad primary, NodeLoad[] replicas, int fresh, long nowNanos, long periods) {
    comparison.compare(primary, replicas, fresh, nowNanos);
    double ratio = comparison.cautious();
    if (ratio > riseAbove) {
      double rise = STEP + RISE_PER_RATIO * (ratio - riseAbove);
      return Math.min(
          share + (comparison.byProbes() ? byNewProbe(primary, rise) : Math.min(rise, MAX_RISE)),
          1);
    }
    double next = comparison.median() < fallBelow ? share - STEP * periods : share;
    return Math.max(next, comparison.suspicious() ? EXPLORED : 0);
  }
}
