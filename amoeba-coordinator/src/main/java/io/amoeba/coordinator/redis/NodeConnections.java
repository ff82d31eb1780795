package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.monitor.ServerAddress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timer;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One connection to each node, which ends with the node's process. None is handed out by a
 * coordinator that leads no more. Confined to one thread.
 */
final class NodeConnections implements AutoCloseable {

  private static final long LONGEST_END_MILLIS = 2_000;

  /**
   * One for all, and one that wakes up twice a second only, whether it has something to do or not:
   * what waits by it has seconds.
   */
  private static final Timer TIMER =
      new HashedWheelTimer(
          new DefaultThreadFactory("amoeba-redis-timer", true), 500, TimeUnit.MILLISECONDS);

  private final RedisLogin login;
  private final ClientResources resources;
  private final RedisClient client;
  private final Map<ServerAddress, StatefulRedisConnection<byte[], byte[]>> connections =
      new HashMap<>();

  NodeConnections(RedisLogin login) {
    this.login = login;
    this.resources =
        ClientResources.builder().timer(TIMER).nettyCustomizer(new NothingLate()).build();
    this.client = login.client(resources);
  }

  /**
   * A command that could not reach its node, because the link was cut, is given up with the
   * connection: without this the kernel would go on sending it, and the node would carry it out
   * when the link is whole again, after what is done by then.
   */
  private static final class NothingLate implements NettyCustomizer {
    @Override
    public void afterBootstrapInitialized(Bootstrap bootstrap) {
      bootstrap.option(ChannelOption.SO_LINGER, 0);
    }
  }

  /** The connection to a node, made now if there is none. */
  StatefulRedisConnection<byte[], byte[]> connect(ServerAddress node) {
    Optional<StatefulRedisConnection<byte[], byte[]>> open = open(node);
    if (open.isPresent()) {
      return open.get();
    }
    login.leadership().require();
    StatefulRedisConnection<byte[], byte[]> connection =
        client.connect(ByteArrayCodec.INSTANCE, login.uri(node));
    try {
      login.leadership().confirm();
    } catch (RuntimeException e) {
      connection.closeAsync();
      throw e;
    }
    connections.put(node, connection);
    return connection;
  }

  /** The connection to a node, if there is one. */
  Optional<StatefulRedisConnection<byte[], byte[]>> open(ServerAddress node) {
    login.leadership().require();
    return Optional.ofNullable(connections.get(node)).filter(StatefulRedisConnection::isOpen);
  }

  /** Gives up the connection to a node. */
  void disconnect(ServerAddress node) {
    StatefulRedisConnection<byte[], byte[]> connection = connections.remove(node);
    if (connection != null && connection.isOpen()) {
      connection.closeAsync();
    }
  }

  @Override
  public void close() {
    client.shutdown();
    var unused = resources.shutdown(0, LONGEST_END_MILLIS, TimeUnit.MILLISECONDS);
  }
}
