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
import java.util.function.Supplier;

/** A client whose connections are {@link RetriedConnection}s. Safe for concurrent use. */
final class RetryingClient extends RedisClusterClient {

  private final Duration timeLimit;

  RetryingClient(ClientResources resources, Iterable<RedisURI> uris, Duration timeLimit) {
    super(resources, uris);
    this.timeLimit = timeLimit;
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
