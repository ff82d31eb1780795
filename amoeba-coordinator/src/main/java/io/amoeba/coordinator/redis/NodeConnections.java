package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.config.HostAndPort;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One connection to each node, which ends with the node's process. None is handed out by a
 * coordinator that leads no more. Confined to one thread.
 */
final class NodeConnections implements AutoCloseable {

  private final RedisLogin login;
  private final RedisClient client;
  private final Map<HostAndPort, StatefulRedisConnection<byte[], byte[]>> connections =
      new HashMap<>();

  NodeConnections(RedisLogin login) {
    this.login = login;
    this.client = login.client();
  }

  /** The connection to a node, made now if there is none. */
  StatefulRedisConnection<byte[], byte[]> connect(HostAndPort node) {
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
  Optional<StatefulRedisConnection<byte[], byte[]>> open(HostAndPort node) {
    login.leadership().require();
    return Optional.ofNullable(connections.get(node)).filter(StatefulRedisConnection::isOpen);
  }

  /** Gives up the connection to a node. */
  void disconnect(HostAndPort node) {
    StatefulRedisConnection<byte[], byte[]> connection = connections.remove(node);
    if (connection != null && connection.isOpen()) {
      connection.closeAsync();
    }
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
