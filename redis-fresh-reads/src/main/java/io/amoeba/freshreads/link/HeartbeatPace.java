package io.amoeba.freshreads.link;

import java.util.concurrent.TimeUnit;

/**
 * When the next heartbeat is due: after the interval, unless this process reads so little in the
 * shard that heartbeats would be more than their share of the reads. Confined to the timer's
 * thread.
 */
public final class HeartbeatPace {
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Reads of a quiet time are no reason for more heartbeats than one at once. */
  private static final double MOST_CREDIT = 2;

  /** So many times the share is allowed where heartbeats are wanted. */
  private static final double WANTED = 10;

  private final long everyNanos;
  private final double share;
  private double credit = 1;
  private long seenReads;
  private long sentReads;
  private long dueNanos;
  private long sentNanos;

  /**
   * @param share heartbeats per read at most; 1 and more stand for no limit
   */
  public HeartbeatPace(long everyNanos, double share, long nowNanos) {
    this.everyNanos = everyNanos;
    this.share = share;
    this.dueNanos = nowNanos;
    this.sentNanos = nowNanos;
  }

  /**
   * Whether to send one now; then it counts as sent.
   *
   * @param reads of this process in the shard until now
   * @param wantedNanos after a pause so long, heartbeats may be ten times their share of the reads
   */
  public boolean isDue(long nowNanos, long reads, long wantedNanos) {
    credit = Math.min(credit + share * (reads - seenReads), MOST_CREDIT);
    seenReads = reads;
    if (nowNanos - dueNanos < 0) {
      return false;
    }
    long pauseNanos = nowNanos - sentNanos;
    boolean pays =
        share >= 1
            || credit >= 1
            || pauseNanos >= LONGEST_PAUSE_NANOS
            || (pauseNanos >= wantedNanos && WANTED * share * (reads - sentReads) >= 1);
    if (!pays) {
      return false;
    }
    credit = Math.max(credit - 1, 0);
    sentReads = reads;
    sentNanos = nowNanos;
    // Keeps the rate although the timer is late, but makes up for nothing after a pause.
    long next = dueNanos + everyNanos;
    dueNanos = next - nowNanos > 0 ? next : nowNanos + everyNanos;
    return true;
  }
}
