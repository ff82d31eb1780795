package io.amoeba.freshreads.link;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.RedisCodec;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The application's client connected to the primary of now. Reads go to the former primary until
 * the new one is connected. Safe for concurrent use.
 */
final class ReplicatedPrimary<K, V> implements PrimaryCommands<K, V> {
  private final RedisClient client;
  private final RedisCodec<K, V> codec;
  private final Function<StatefulConnection<K, V>, RedisClusterAsyncCommands<K, V>> reading;
  private volatile Connected<K, V> current;
  private volatile @Nullable RedisURI connecting;
  private volatile boolean closed;

  private ReplicatedPrimary(
      RedisClient client,
      RedisCodec<K, V> codec,
      Function<StatefulConnection<K, V>, RedisClusterAsyncCommands<K, V>> reading,
      Connected<K, V> first) {
    this.client = client;
    this.codec = codec;
    this.reading = reading;
    this.current = first;
  }

  /** Waits for the connection. */
  static <K, V> ReplicatedPrimary<K, V> connect(
      RedisClient client,
      RedisCodec<K, V> codec,
      Function<StatefulConnection<K, V>, RedisClusterAsyncCommands<K, V>> reading,
      RedisURI primary) {
    StatefulRedisConnection<K, V> connection = client.connect(codec, primary);
    return new ReplicatedPrimary<>(
        client, codec, reading, new Connected<>(primary, connection, reading.apply(connection)));
  }

  @Override
  public RedisClusterAsyncCommands<K, V> commands() {
    return current.commands;
  }

  @Override
  public void follow(Topology topology) {
    RedisURI primary = topology.uri(topology.shards().get(0).primary());
    if (primary.equals(current.primary)) {
      connecting = null;
    } else if (!primary.equals(connecting)) {
      connecting = primary;
      connect(primary);
    }
  }

  private void connect(RedisURI primary) {
    client
        .connectAsync(codec, primary)
        .whenComplete(
            (connection, failure) -> {
              boolean wanted = primary.equals(connecting);
              if (wanted) {
                connecting = null; // after a failure the next look at the servers tries again
              }
              if (connection != null) {
                take(new Connected<>(primary, connection, reading.apply(connection)), wanted);
              }
            });
  }

  private void take(Connected<K, V> next, boolean wanted) {
    if (wanted && !closed) {
      Connected<K, V> former = current;
      current = next;
      former.end();
    } else {
      next.end();
    }
    if (closed) {
      current.end(); // meanwhile
    }
  }

  @Override
  public void close() {
    closed = true;
    current.end();
  }

  private static final class Connected<K, V> {
    private final RedisURI primary;
    private final StatefulRedisConnection<K, V> connection;
    private final RedisClusterAsyncCommands<K, V> commands;

    Connected(
        RedisURI primary,
        StatefulRedisConnection<K, V> connection,
        RedisClusterAsyncCommands<K, V> commands) {
      this.primary = primary;
      this.connection = connection;
      this.commands = commands;
    }

    void end() {
      var unused = connection.closeAsync();
    }
  }
}
