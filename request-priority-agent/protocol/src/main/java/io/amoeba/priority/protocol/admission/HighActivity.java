package io.amoeba.priority.protocol.admission;

import java.util.concurrent.TimeUnit;

/**
 * Tells whether high requests are active on this node: enough of them run here, or did so shortly
 * before. A request that only waits for replicas does not run here: end it for that time, and begin
 * it again. Times are those of {@link System#nanoTime}. Lock-free, safe for concurrent use.
 */
public final class HighActivity {

  /*
   * Without the time afterwards the low class would fill the node in each gap between two high
   * requests, and the next one would meet all of it. A request whose end is not reported is
   * forgotten after a minute, which no request of a client outlives.
   */

  private static final long FORGOTTEN_AFTER_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final long LONG_AGO_NANOS = TimeUnit.DAYS.toNanos(1);

  private final RunningRequests running;
  private volatile int activation;
  private volatile long quietNanos;
  private volatile long lastActiveNanos;

  /**
   * Nothing has run yet.
   *
   * @param activation that many requests are enough
   * @param quietMillis how long they count after they have ended
   */
  public HighActivity(int activation, long quietMillis, long nowNanos) {
    this.running = new RunningRequests(FORGOTTEN_AFTER_MILLIS, nowNanos);
    this.lastActiveNanos = nowNanos - LONG_AGO_NANOS;
    this.activation = activation;
    this.quietNanos = TimeUnit.MILLISECONDS.toNanos(quietMillis);
  }

  public void setActivation(int activation) {
    this.activation = activation;
  }

  public void setQuietMillis(long quietMillis) {
    this.quietNanos = TimeUnit.MILLISECONDS.toNanos(quietMillis);
  }

  /** A request begins to run here. What to end it with. */
  public int begin(long nowNanos) {
    return running.begin(nowNanos);
  }

  /** A request no longer runs here. */
  public void end(int begun, long nowNanos) {
    if (running.count() >= activation) {
      lastActiveNanos = nowNanos;
    }
    running.end(begun);
  }

  /** Requests that run here. */
  public int running() {
    return running.count();
  }

  /** Requests whose end was not reported, since the start. */
  public long forgotten() {
    return running.forgotten();
  }

  public boolean isActive(long nowNanos) {
    return running.count() >= activation || nowNanos - lastActiveNanos < quietNanos;
  }

  void forget(long nowNanos) {
    running.forget(nowNanos);
  }
}
