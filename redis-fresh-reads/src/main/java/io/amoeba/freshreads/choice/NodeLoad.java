package io.amoeba.freshreads.choice;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The load of one node as its client sees it: the latencies of reads and probes, end to end, and
 * the reads in flight.
 *
 * <p>Each read counts once as sent, and once as answered or abandoned. Times are of {@link
 * System#nanoTime}. Safe for concurrent use, lock-free, without allocations.
 */
public final class NodeLoad {

  /*
   * End to end, without a subtracted round trip: Redis answers a PING in order with the reads, so a
   * round trip measured by PING contains the very queue that it is to be subtracted from.
   *
   * The average decays by time and not by number, so that probes count as much as reads where they
   * are all that a node gets. A peak-EWMA without the peak: one late answer must not move all
   * reads. Average and time share one long as in LatencyWindow: 32 bits of time in units of 2^10 ns
   * (around in 73 minutes, after which an old average counts as young once), 32 bits of latency in
   * units of 2^4 ns.
   */
  private static final double DECAY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final LatencyWindow reads = new LatencyWindow();
  private final LatencyWindow probes = new LatencyWindow();
  private final AtomicLong average = new AtomicLong();
  private final AtomicInteger inFlight = new AtomicInteger();

  /** The latest answer of a read, or the latest read sent while none was in flight. */
  private volatile long progressNanos;

  /** Counts a read that is about to be sent. */
  public void sent(long nowNanos) {
    // Before the count: whoever sees the read must not see the time before it.
    if (inFlight.get() == 0) {
      progressNanos = nowNanos;
    }
    inFlight.incrementAndGet();
  }

  /**
   * Counts the answer of a read, even if the read was asked elsewhere in the meantime.
   *
   * @param latencyNanos from {@link #sent} on
   */
  public void answered(long latencyNanos, long nowNanos) {
    progressNanos = nowNanos;
    inFlight.decrementAndGet();
    reads.record(latencyNanos, nowNanos);
    average(latencyNanos, nowNanos);
  }

  /** Counts a read that nothing will answer: its connection ended, or it was never sent. */
  public void abandoned() {
    inFlight.decrementAndGet();
  }

  /**
   * Counts the answer of a probe. All nodes of a shard, the primary included, get probes of the
   * same command: latencies of probes are compared with each other.
   */
  public void probed(long latencyNanos, long nowNanos) {
    probes.record(latencyNanos, nowNanos);
    average(latencyNanos, nowNanos);
  }

  private void average(long latencyNanos, long nowNanos) {
    long latency = Math.min(Math.max(latencyNanos >> 4, 1), 0xFFFF_FFFFL);
    long stamp = (nowNanos >> 10) & 0xFFFF_FFFFL;
    long former;
    long next;
    do {
      former = average.get();
      next = stamp << 32 | decayed(former, latency, stamp);
    } while (!average.compareAndSet(former, next));
  }

  private static long decayed(long former, long latency, long stamp) {
    if (former == 0) {
      return latency;
    }
    // Answers overtake each other between their time stamp and this call: never a negative time.
    double elapsedNanos = Math.max((int) (stamp - (former >>> 32)), 0) * 1024.0;
    double kept = Math.exp(-elapsedNanos / DECAY_NANOS);
    return Math.round(latency + ((former & 0xFFFF_FFFFL) - latency) * kept);
  }

  /** Reads sent, and neither answered nor abandoned. */
  public int inFlight() {
    return inFlight.get();
  }

  /**
   * How long no read was answered while some were in flight, in nanoseconds. At least one read has
   * waited that long.
   */
  long stalledNanos(long nowNanos) {
    return inFlight.get() > 0 ? Math.max(nowNanos - progressNanos, 0) : 0;
  }

  /** The latency of reads and probes in nanoseconds, averaged over about 20 ms; 0 before any. */
  public long averageNanos() {
    return (average.get() & 0xFFFF_FFFFL) << 4;
  }

  /**
   * The median latency in nanoseconds of the last second's reads, else of the latest probes; 0
   * before any.
   */
  public long medianNanos(long nowNanos) {
    long[] sorted = new long[LatencyWindow.SIZE];
    int count = reads.ofLastSecond(nowNanos, sorted);
    if (count == 0) {
      count = probes.latest(LatencyWindow.SIZE, sorted);
    }
    return count == 0 ? 0 : sorted[count / 2];
  }

  LatencyWindow reads() {
    return reads;
  }

  LatencyWindow probes() {
    return probes;
  }

  /** The expected time of one more read, in nanoseconds; 0 before the first answer. */
  long scoreNanos() {
    return averageNanos() * (Math.max(inFlight.get(), 0) + 1L);
  }
}
