package io.amoeba.freshreads.choice;

/**
 * The primary's latency over that of the fastest fresh replica, by reads, by probes, or by both.
 * Confined to one thread at a time.
 */
final class LatencyComparison {

  /*
   * Like is compared with like. Probes are small GETs, and reads of the application can cost many
   * times as much: an idle primary that serves all reads would look slow beside replicas that
   * serve probes alone. So reads count where both sides have served enough of them in the last
   * second, and else probes, of which there are few. The primary's reads against the replicas'
   * probes are a suspicion and no more.
   *
   * Latencies scatter, so that medians of a few dozen differ by 10 % without any cause. The
   * cautious ratio takes a low quantile of the primary and a high one of the replica: its margin
   * grows with the scatter, and a queue of several requests exceeds it at once.
   */
  static final int FEW = 8;

  private static final int PRIMARY_PROBES = 4;
  private static final int REPLICA_PROBES = 16;
  private static final double LOW = 0.4;
  private static final double HIGH = 0.6;

  private final long[] sorted = new long[LatencyWindow.SIZE];
  private double cautious;
  private double median;
  private boolean byProbes;
  private boolean suspicious;

  /**
   * Compares anew. NaN, which is neither above nor below anything, stands for no comparison.
   *
   * @param fresh the replicas to compare, one bit for each
   */
  void compare(NodeLoad primary, NodeLoad[] replicas, int fresh, long nowNanos) {
    cautious = Double.NaN;
    median = Double.NaN;
    int count = primary.reads().ofLastSecond(nowNanos, sorted);
    double lowRead = count < FEW ? Double.NaN : quantile(count, LOW);
    double medianRead = count < FEW ? Double.NaN : quantile(count, 0.5);
    compareReads(lowRead, medianRead, replicas, fresh, nowNanos);
    suspicious = false;
    byProbes = Double.isNaN(cautious);
    if (byProbes) {
      compareProbes(primary, lowRead, replicas, fresh);
    }
  }

  private void compareReads(
      double low, double middle, NodeLoad[] replicas, int fresh, long nowNanos) {
    double leastHigh = Double.POSITIVE_INFINITY;
    double leastMedian = Double.POSITIVE_INFINITY;
    for (int rest = fresh; rest != 0; rest &= rest - 1) {
      NodeLoad replica = replicas[Integer.numberOfTrailingZeros(rest)];
      int count = replica.reads().ofLastSecond(nowNanos, sorted);
      if (count >= FEW) {
        leastHigh = Math.min(leastHigh, quantile(count, HIGH));
        leastMedian = Math.min(leastMedian, quantile(count, 0.5));
      }
    }
    if (leastHigh < Double.POSITIVE_INFINITY) {
      cautious = low / leastHigh;
      median = middle / leastMedian;
    }
  }

  private void compareProbes(NodeLoad primary, double lowRead, NodeLoad[] replicas, int fresh) {
    double leastHigh = Double.POSITIVE_INFINITY;
    double leastMedian = Double.POSITIVE_INFINITY;
    for (int rest = fresh; rest != 0; rest &= rest - 1) {
      NodeLoad replica = replicas[Integer.numberOfTrailingZeros(rest)];
      int count = replica.probes().latest(REPLICA_PROBES, sorted);
      if (count > 0) {
        leastHigh = Math.min(leastHigh, quantile(count, 0.75));
        leastMedian = Math.min(leastMedian, quantile(count, 0.5));
      }
    }
    if (leastHigh == Double.POSITIVE_INFINITY) {
      return;
    }
    suspicious = lowRead > leastHigh;
    int count = primary.probes().latest(PRIMARY_PROBES, sorted);
    if (count == PRIMARY_PROBES) {
      cautious = sorted[0] / leastHigh;
      median = quantile(count, 0.5) / leastMedian;
    }
  }

  private double quantile(int count, double part) {
    return sorted[(int) (count * part)];
  }

  /** Above 1 only if the primary is slower beyond the scatter of latencies. */
  double cautious() {
    return cautious;
  }

  double median() {
    return median;
  }

  /** Whether probes were compared, for want of reads. */
  boolean byProbes() {
    return byProbes;
  }

  /**
   * Whether reads at the primary are slower than probes at a replica, and nothing else is known.
   */
  boolean suspicious() {
    return suspicious;
  }
}
