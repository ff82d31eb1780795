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
   * The rule, every 10 ms, with patience 0.1: the ratio is the median latency of the primary over
   * the least median of the fresh replicas.
   *
   *   ratio > 1.10: share += min(0.1, 0.02 + 0.1 * (ratio - 1.10))
   *   ratio < 1.03: share -= 0.02
   *
   * So an idle primary serves all reads, a saturated one shares them after 0.2 s, and the band
   * between keeps the share steady where all nodes are equally loaded. The share needs no precise
   * value: within it the least loaded node serves each read.
   *
   * A primary that answers nothing for 10 ms has no new latencies, so the stall counts as latency.
   */
  static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final double MAX_RISE = 0.1;
  private static final double STEP = 0.02;
  private static final double RISE_PER_RATIO = 0.1;
  private static final double FALL_PART = 0.3;

  /** After a time without reads one adjustment makes up for at most these periods. */
  private static final long MAX_PERIODS = 25;

  private final double riseAbove;
  private final double fallBelow;
  private final long[] scratch = new long[LatencyWindow.SIZE];
  private final AtomicBoolean adjusting = new AtomicBoolean();
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

  /** Adjusts the share if the last adjustment was at least 10 ms ago. */
  void adjust(NodeLoad primary, NodeLoad[] fresh, int freshCount, long nowNanos) {
    if (nowNanos - adjustedNanos < PERIOD_NANOS || !adjusting.compareAndSet(false, true)) {
      return;
    }
    try {
      long periods = (nowNanos - adjustedNanos) / PERIOD_NANOS;
      if (periods > 0) {
        adjustedNanos = nowNanos;
        share = next(ratio(primary, fresh, freshCount, nowNanos), Math.min(periods, MAX_PERIODS));
      }
    } finally {
      adjusting.set(false);
    }
  }

  private double next(double ratio, long periods) {
    if (ratio > riseAbove) {
      double rise = STEP + RISE_PER_RATIO * (ratio - riseAbove);
      return Math.min(share + Math.min(rise, MAX_RISE), 1);
    }
    return ratio < fallBelow ? Math.max(share - STEP * periods, 0) : share;
  }

  /** NaN, which is neither above nor below anything, if one side has no latencies. */
  private double ratio(NodeLoad primary, NodeLoad[] fresh, int freshCount, long nowNanos) {
    long least = 0;
    for (int i = 0; i < freshCount; i++) {
      long median = fresh[i].medianNanos(nowNanos, scratch);
      if (median > 0 && (least == 0 || median < least)) {
        least = median;
      }
    }
    long latency = primary.medianNanos(nowNanos, scratch);
    long stalled = primary.stalledNanos(nowNanos);
    if (stalled >= PERIOD_NANOS) {
      latency = Math.max(latency, stalled);
    }
    return least == 0 || latency == 0 ? Double.NaN : (double) latency / least;
  }
}
