package io.amoeba.linearroad.job.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.List;

/**
 * What a Redis Cluster holds before a run. Whatever cannot be reached is a {@link
 * io.lettuce.core.RedisException}. Confined to one thread.
 */
public final class StoreContents implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final RedisClusterClient client;
  private final StatefulRedisClusterConnection<String, String> connection;

  private StoreContents(
      RedisClusterClient client, StatefulRedisClusterConnection<String, String> connection) {
    this.client = client;
    this.connection = connection;
  }

  /** Connects to the Redis Cluster of some nodes. */
  public static StoreContents connect(List<String> redisUris) {
    RedisClusterClient client =
        RedisClusterClient.create(
            redisUris.stream().map(RedisURI::create).peek(uri -> uri.setTimeout(TIMEOUT)).toList());
    try {
      return new StoreContents(client, client.connect());
    } catch (RuntimeException e) {
      client.shutdown();
      throw e;
    }
  }

  /** How many keys all primaries have together. */
  public long keys() {
    return connection.sync().dbsize();
  }

  /** Removes all keys of all primaries. */
  public void clear() {
    connection.sync().flushall();
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
