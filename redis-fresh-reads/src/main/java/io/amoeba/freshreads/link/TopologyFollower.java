package io.amoeba.freshreads.link;

import io.amoeba.freshreads.shard.Node;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Follows the servers of a deployment: looks at them again after trouble, and now and then where
 * the application's client does not do so by itself. Calls its listener on the timer's thread. Safe
 * for concurrent use.
 */
public final class TopologyFollower {
  /** The time between two refreshes after trouble, which grows while the trouble stays. */
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(4);

  /**
   * How often to look at what the application's client knows. lettuce announces no change where a
   * server has another address than before, as a pod that was started again.
   */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A refresh that never ends must not be the last one. */
  private static final long REFRESH_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Deployment deployment;
  private final LinkTimer timer;
  private final Consumer<Topology> listener;
  private volatile boolean trouble;
  private volatile boolean refreshing;
  private long refreshedNanos = System.nanoTime();
  private long lookedNanos = System.nanoTime();
  private Set<Node> told;
  private long pauseNanos = SHORTEST_PAUSE_NANOS;

  public TopologyFollower(Deployment deployment, LinkTimer timer, Consumer<Topology> listener) {
    this.deployment = deployment;
    this.timer = timer;
    this.listener = listener;
    this.told = deployment.topology().nodes();
    deployment.onChange(() -> timer.execute(this::tell));
  }

  private void tell() {
    Topology now = deployment.topology();
    told = now.nodes();
    listener.accept(now);
  }

  /** Something contradicts the known topology; it is read again soon. */
  public void trouble() {
    trouble = true;
  }

  /** Refreshes if it is time to. Belongs to the timer's thread. */
  public void tick(long nowNanos) {
    if (nowNanos - lookedNanos > LOOK_NANOS) {
      lookedNanos = nowNanos;
      if (!deployment.topology().nodes().equals(told)) {
        tell();
      }
    }
    long sinceNanos = nowNanos - refreshedNanos;
    if (refreshing && sinceNanos < REFRESH_PATIENCE_NANOS) {
      return;
    }
    if (!trouble && sinceNanos > 2 * LONGEST_PAUSE_NANOS) {
      pauseNanos = SHORTEST_PAUSE_NANOS;
    }
    if ((trouble && sinceNanos > pauseNanos) || sinceNanos > deployment.refreshNanos()) {
      pauseNanos = trouble ? Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS) : pauseNanos;
      trouble = false;
      refreshing = true;
      refreshedNanos = nowNanos;
      deployment
          .refresh()
          .whenComplete(
              (done, failure) -> {
                refreshing = false;
                if (failure == null) {
                  timer.execute(this::tell);
                }
              });
    }
  }
}
