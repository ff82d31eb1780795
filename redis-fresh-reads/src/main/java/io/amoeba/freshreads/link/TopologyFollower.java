package io.amoeba.freshreads.link;

import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.event.ClusterTopologyChangedEvent;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import reactor.core.Disposable;

/**
 * Follows the cluster as lettuce sees it. Where the application's client does not refresh its view
 * by itself, the follower asks for it: after trouble, and every 30 s. Calls its listener on the
 * timer's thread. Safe for concurrent use.
 */
public final class TopologyFollower implements AutoCloseable {
  /** The time between two refreshes after trouble, which grows while the trouble stays. */
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(4);

  private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** A refresh that never ends must not be the last one. */
  private static final long REFRESH_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final RedisClusterClient client;
  private final LinkTimer timer;
  private final Consumer<Topology> listener;
  private final Disposable subscription;
  private volatile boolean trouble;
  private volatile boolean refreshing;
  private long refreshedNanos = System.nanoTime();
  private long pauseNanos = SHORTEST_PAUSE_NANOS;

  public TopologyFollower(RedisClusterClient client, LinkTimer timer, Consumer<Topology> listener) {
    this.client = client;
    this.timer = timer;
    this.listener = listener;
    this.subscription =
        client
            .getResources()
            .eventBus()
            .get()
            .filter(ClusterTopologyChangedEvent.class::isInstance)
            // The event may be of another client with the same resources.
            .subscribe(event -> timer.execute(this::tell));
  }

  /** What lettuce knows now. */
  public static Topology view(RedisClusterClient client) {
    return Topology.of(client.getPartitions(), NodeUris.of(client));
  }

  private void tell() {
    listener.accept(view(client));
  }

  /** Something contradicts the known topology; it is read again soon. */
  public void trouble() {
    trouble = true;
  }

  /** Refreshes if it is time to. Belongs to the timer's thread. */
  public void tick(long nowNanos) {
    long sinceNanos = nowNanos - refreshedNanos;
    if (refreshing && sinceNanos < REFRESH_PATIENCE_NANOS) {
      return;
    }
    if (!trouble && sinceNanos > 2 * LONGEST_PAUSE_NANOS) {
      pauseNanos = SHORTEST_PAUSE_NANOS;
    }
    if ((trouble && sinceNanos > pauseNanos)
        || (sinceNanos > REFRESH_NANOS && !refreshesItself())) {
      pauseNanos = trouble ? Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS) : pauseNanos;
      trouble = false;
      refreshing = true;
      refreshedNanos = nowNanos;
      client
          .refreshPartitionsAsync()
          .whenComplete(
              (done, failure) -> {
                refreshing = false;
                if (failure == null) {
                  timer.execute(this::tell);
                }
              });
    }
  }

  private boolean refreshesItself() {
    return client.getOptions() instanceof ClusterClientOptions
        && ((ClusterClientOptions) client.getOptions())
            .getTopologyRefreshOptions()
            .isPeriodicRefreshEnabled();
  }

  @Override
  public void close() {
    subscription.dispose();
  }
}
