package io.amoeba.freshreads.link;

import java.time.Duration;

/** How often heartbeats are sent. Immutable. */
public final class HeartbeatPaceSettings {
  private final Duration every;
  private final double share;

  /**
   * @param every shortest interval
   * @param share heartbeats per read at most; 1 and more stand for no limit
   */
  public HeartbeatPaceSettings(Duration every, double share) {
    this.every = every;
    this.share = share;
  }

  HeartbeatPace start(long nowNanos) {
    return new HeartbeatPace(every.toNanos(), share, nowNanos);
  }
}
