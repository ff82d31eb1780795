package io.amoeba.freshreads.link;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.event.ClusterTopologyChangedEvent;
import io.lettuce.core.codec.RedisCodec;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.Disposable;
import reactor.util.context.Context;

/** Servers in cluster mode, as lettuce sees them. Safe for concurrent use. */
public final class ClusterDeployment implements Deployment {
  private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(30);

  /*
   * An event that is published while the subscription ends finds its worker disposed. Reactor then
   * logs an error, since nobody is left to get it, unless the subscriber's context takes it.
   */

  private static final Consumer<Throwable> TAKE = late -> {};
  private static final Context UNLOGGED = Context.of("reactor.onErrorDropped.local", TAKE);

  private final RedisClusterClient client;
  private final List<Disposable> subscriptions = new CopyOnWriteArrayList<>();

  public ClusterDeployment(RedisClusterClient client) {
    this.client = client;
  }

  @Override
  public Topology topology() {
    return Topology.of(client.getPartitions(), NodeUris.of(client));
  }

  @Override
  public CompletionStage<?> refresh() {
    return client.refreshPartitionsAsync();
  }

  @Override
  public long refreshNanos() {
    boolean refreshesItself =
        client.getOptions() instanceof ClusterClientOptions
            && ((ClusterClientOptions) client.getOptions())
                .getTopologyRefreshOptions()
                .isPeriodicRefreshEnabled();
    return refreshesItself ? Long.MAX_VALUE : REFRESH_NANOS;
  }

  @Override
  public void onChange(Runnable listener) {
    subscriptions.add(
        client
            .getResources()
            .eventBus()
            .get()
            .filter(ClusterTopologyChangedEvent.class::isInstance)
            // The event may be of another client with the same resources.
            .subscribe(
                event -> listener.run(),
                ended -> {}, // the client is closed, and with it the threads of its events
                () -> {},
                UNLOGGED));
  }

  @Override
  public <K, V> PrimaryCommands<K, V> primaries(
      RedisCodec<K, V> codec,
      Function<StatefulConnection<K, V>, RedisClusterAsyncCommands<K, V>> reading) {
    StatefulRedisClusterConnection<K, V> connection = client.connect(codec);
    RedisClusterAsyncCommands<K, V> commands = reading.apply(connection);
    return new PrimaryCommands<>() {
      @Override
      public RedisClusterAsyncCommands<K, V> commands() {
        return commands;
      }

      /** lettuce follows redirections and the cluster by itself. */
      @Override
      public void follow(Topology topology) {}

      @Override
      public void close() {
        connection.close();
      }
    };
  }

  @Override
  public void close() {
    subscriptions.forEach(Disposable::dispose);
  }
}
