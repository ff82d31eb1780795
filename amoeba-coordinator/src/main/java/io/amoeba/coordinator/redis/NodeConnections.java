package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to each node, which ends with the node's process: by its announced address or, if
 * nobody listens there, by a name that it announces. None is handed out by a coordinator that leads
 * no more. Confined to one thread.
 */
final class NodeConnections {

  private static final Logger LOG = LoggerFactory.getLogger(NodeConnections.class);

  private final RedisClient client;
  private final RedisLogin login;
  private final AnnouncedNames names = new AnnouncedNames();
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
    StatefulRedisConnection<byte[], byte[]> connection = reach(node, ByteArrayCodec.INSTANCE);
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
    return reach(node, StringCodec.UTF8);
  }

  private <T> StatefulRedisConnection<T, T> reach(ServerAddress node, RedisCodec<T, T> codec) {
    RedisConnectionException failure = new RedisConnectionException("no way leads to " + node);
    for (ServerAddress way : names.ways(node)) {
      try {
        StatefulRedisConnection<T, T> connection = client.connect(codec, login.uri(way));
        if (way.equals(node) || isItself(node, way, connection)) {
          names.took(node, way);
          return connection;
        }
        connection.closeAsync();
      } catch (RedisConnectionException e) {
        // The server is there, and lets nobody in.
        boolean refused = RedisLogin.root(e) instanceof RedisCommandExecutionException;
        failure = refused || way.equals(node) ? e : failure;
        if (refused) {
          break;
        }
      }
    }
    throw failure;
  }

  /** Whether the server that was reached by a name is the one that announces it. */
  private boolean isItself(
      ServerAddress node, ServerAddress way, StatefulRedisConnection<?, ?> connection) {
    try {
      return ClusterNodes.parse(connection.sync().clusterNodes(), way.host()).servers().stream()
          .filter(KnownServer::isSelf)
          .anyMatch(self -> names.isItself(node, self.id()));
    } catch (RedisException | IllegalArgumentException e) {
      LOG.debug("{} does not say who it is: {}", way, RedisLogin.rootMessage(e));
      return false;
    }
  }

  /** Takes what a server of the cluster says of all of them, among that their names. */
  void learn(Collection<KnownServer> servers) {
    names.learn(servers);
  }

  /** Whether a node is connected to by a name, since its address leads nowhere. */
  boolean isByName(ServerAddress node) {
    return names.used(node).isPresent();
  }

  /** Whether a name that a node announces leads to it, at the port of its address. */
  boolean leads(ServerAddress node, String name) {
    ServerAddress way = new ServerAddress(name, node.port());
    if (names.used(node).filter(way::equals).isPresent()) {
      return true;
    }
    try (StatefulRedisConnection<String, String> connection = client.connect(login.uri(way))) {
      return isItself(node, way, connection);
    } catch (RedisException e) {
      return false;
    }
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
