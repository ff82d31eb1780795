package io.amoeba.redis;

import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsException;
import io.lettuce.core.RedisException;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.event.ClusterTopologyChangedEvent;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.event.Event;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;

/**
 * One lettuce client with its threads, its fresh reads, and the locality table that follows its
 * view of the cluster. Safe for concurrent use.
 */
final class SharedClient {
  /** The shortest time between two refreshes that redirections or lost connections start. */
  private static final Duration REFRESH_LIMIT = Duration.ofMillis(300);

  private static final int MOST_REDIRECTS = 5;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  private static final long SHUTDOWN_SECONDS = 5;

  private static final String FLIGHT_RECORDER_OPTION = "io.netty.jfr.enabled";

  static {
    // Netty's buffers register a listener with the flight recorder and never remove the listener.
    // Each job that runs on a TaskManager would leave its class loader in the metaspace. Netty
    // reads the option when its first class is used; Flink's own Netty has an option of its own.
    if (System.getProperty(FLIGHT_RECORDER_OPTION) == null) {
      System.setProperty(FLIGHT_RECORDER_OPTION, "false");
    }
  }

  private final ClientResources resources;
  private final RetryingClient client;
  private final LocalityTable locality;
  private final Disposable subscription;
  private final String target;
  private final SharedClients<FreshReadsKey<?, ?>, FreshReads<?, ?>> freshReads =
      new SharedClients<>(this::open, FreshReads::close);
  private boolean connected;

  SharedClient(ColocatedRedisConfig config) {
    LocalHosts localHosts = LocalHosts.of(config.localHosts());
    this.target = config.toString();
    this.locality = new LocalityTable(localHosts);
    // lettuce would measure each command if it found HdrHistogram on the class path.
    this.resources =
        DefaultClientResources.builder()
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            .build();
    this.client =
        new RetryingClient(
            resources, localHosts.firstIn(config.redisUris()), config.commandTimeout());
    this.client.setOptions(options(config));
    this.client.onRefresh(this::onRefresh);
    this.subscription = resources.eventBus().get().subscribe(this::onEvent);
  }

  private static ClusterClientOptions options(ColocatedRedisConfig config) {
    ClusterTopologyRefreshOptions refresh =
        ClusterTopologyRefreshOptions.builder()
            .enableAllAdaptiveRefreshTriggers()
            .adaptiveRefreshTriggersTimeout(REFRESH_LIMIT)
            .enablePeriodicRefresh(config.topologyRefresh())
            // Where nodes announce host names, redirects still name addresses. lettuce would take a
            // connection made by a redirect for stale, and fail what is on its way there.
            .closeStaleConnections(false)
            .build();
    return ClusterClientOptions.builder()
        .topologyRefreshOptions(refresh)
        .maxRedirects(MOST_REDIRECTS)
        // A hash slot may move to a node that joined a moment ago.
        .validateClusterNodeMembership(false)
        .socketOptions(
            SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).keepAlive(true).build())
        .build();
  }

  private void onEvent(Event event) {
    if (event instanceof ClusterTopologyChangedEvent) {
      locality.rebuild(((ClusterTopologyChangedEvent) event).after());
      client.clusterChanged();
    }
  }

  private void onRefresh() {
    Partitions now = client.getPartitions();
    if (!locality.knows(now)) {
      locality.rebuild(now);
      client.clusterChanged();
    }
  }

  LocalityTable locality() {
    return locality;
  }

  synchronized <K, V> StatefulRedisClusterConnection<K, V> connect(RedisCodec<K, V> codec) {
    try {
      StatefulRedisClusterConnection<K, V> connection = client.connect(codec);
      if (!connected) {
        // The first view of the cluster comes without an event.
        locality.rebuild(client.getPartitions());
        connected = true;
      }
      return connection;
    } catch (RedisException e) {
      throw new RedisAccessException(
          "Cannot connect to the "
              + target
              + ": check that a node is up, is in cluster mode, and takes these credentials",
          e);
    }
  }

  /** Fresh reads that all users with equal settings share; each releases them once. */
  @SuppressWarnings("unchecked") // the key has the codec
  <K, V> FreshReads<K, V> acquireFreshReads(FreshReadsKey<K, V> key) {
    return (FreshReads<K, V>) freshReads.acquire(key);
  }

  void releaseFreshReads(FreshReadsKey<?, ?> key) {
    freshReads.release(key);
  }

  private FreshReads<?, ?> open(FreshReadsKey<?, ?> key) {
    try {
      return key.open(client);
    } catch (FreshReadsException | RedisException e) {
      throw new RedisAccessException("No fresh reads of the " + target + ": " + e.getMessage(), e);
    }
  }

  /** Ends all connections and waits for the threads, whose class loader may be closed next. */
  void close() {
    subscription.dispose();
    try {
      client.shutdown(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    } finally {
      resources
          .shutdown(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS)
          .awaitUninterruptibly(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    }
  }
}
