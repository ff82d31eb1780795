package io.amoeba.freshreads.link;

import java.time.Duration;

/** How often heartbeats are sent, and whether they are written at all. Immutable. */
public final class HeartbeatSettings {
  private final Duration every;
  private final double share;
  private final boolean written;

  /**
   * @param every shortest interval
   * @param share heartbeats per read at most; 1 and more stand for no limit
   * @param written false: the primary is asked for its replication offset instead
   */
  public HeartbeatSettings(Duration every, double share, boolean written) {
    this.every = every;
    this.share = share;
    this.written = written;
  }

  boolean written() {
    return written;
  }

  HeartbeatPace start(long nowNanos) {
    return new HeartbeatPace(every.toNanos(), share, nowNanos);
  }
}
