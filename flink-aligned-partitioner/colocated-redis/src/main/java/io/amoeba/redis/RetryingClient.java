package io.amoeba.redis;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterPushHandler;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.json.JsonParser;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A client whose connections are {@link RetriedConnection}s. Safe for concurrent use. */
final class RetryingClient extends RedisClusterClient {

  private final Duration timeLimit;
  private volatile Runnable refreshed = () -> {};

  RetryingClient(ClientResources resources, Iterable<RedisURI> uris, Duration timeLimit) {
    super(resources, uris);
    this.timeLimit = timeLimit;
  }

  /**
   * Calls a listener after each look at the cluster. lettuce announces a change of hash slots,
   * roles and members, but none where a member has another address than before.
   */
  void onRefresh(Runnable listener) {
    refreshed = listener;
  }

  @Override
  public CompletionStage<Void> refreshPartitionsAsync() {
    return super.refreshPartitionsAsync()
        .thenRunAsync(() -> refreshed.run(), getResources().eventExecutorGroup());
  }

  @Override
  protected <V, K> StatefulRedisClusterConnectionImpl<K, V> newStatefulRedisClusterConnection(
      RedisChannelWriter writer,
      ClusterPushHandler pushes,
      RedisCodec<K, V> codec,
      Duration timeout,
      Supplier<JsonParser> parser) {
    return new RetriedConnection<>(
        writer, pushes, codec, timeout, parser, getResources().eventExecutorGroup(), timeLimit);
  }

  /** Notifies all open connections of a changed topology. */
  void clusterChanged() {
    forEachCloseable(
        RetriedConnection.class::isInstance,
        connection -> ((RetriedConnection<?, ?>) connection).clusterChanged());
  }
}
