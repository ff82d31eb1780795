package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One connection to each node, which ends with the node's process. None is handed out by a
 * coordinator that leads no more. Confined to one thread.
 */
final class NodeConnections {

  private final RedisClient client;
  private final RedisLogin login;
  private final Map<ServerAddress, StatefulRedisConnection<byte[], byte[]>> connections =
      new HashMap<>();

  /** Connections that end with their client. */
  NodeConnections(RedisClient client, RedisLogin login) {
    this.client = client;
    this.login = login;
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

  /** A connection for one use, which the caller closes. */
  StatefulRedisConnection<String, String> connectOnce(ServerAddress node) {
    login.leadership().require();
    return client.connect(login.uri(node));
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

  /** Gives up the connection to a node after a failure, unless the node has answered an error. */
  void failed(ServerAddress node, RuntimeException failure) {
    if (!(failure instanceof RedisCommandExecutionException)) {
      disconnect(node);
    }
  }
}
