package io.amoeba.redis;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * One connection to the Redis server of the own host, by its socket in the file system, which takes
 * both ends less CPU time than one over the loopback interface. While there is none, requests go
 * the other way. Used by one thread, but for {@link #endOverdue}.
 */
final class OwnServer {
  private static final Logger LOG = LoggerFactory.getLogger(OwnServer.class);
  private static final long BETWEEN_ATTEMPTS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Path path;
  private final JedisClientConfig config;
  private final Predicate<String> isOwnHost;
  private final ToIntFunction<AnnouncedNode> portOf;
  private volatile @Nullable UnixSocket socket;
  private @Nullable UnifiedJedis commands;
  private int port;
  private long attemptNanos = System.nanoTime() - BETWEEN_ATTEMPTS_NANOS;
  private boolean told;

  /**
   * Does not connect yet.
   *
   * @param config with the time limit and the credentials
   * @param isOwnHost whether a node that is announced with this host is on the own one
   * @param portOf the port by which requests over the network know a node
   */
  OwnServer(
      Path path,
      JedisClientConfig config,
      Predicate<String> isOwnHost,
      ToIntFunction<AnnouncedNode> portOf) {
    this.path = path;
    this.config = config;
    this.isOwnHost = isOwnHost;
    this.portOf = portOf;
  }

  /** Commands of the server, if it is the one that others know as a node of the own host. */
  @Nullable UnifiedJedis commands(HostAndPort node) {
    if (commands == null && System.nanoTime() - attemptNanos >= BETWEEN_ATTEMPTS_NANOS) {
      connect();
      attemptNanos = System.nanoTime();
    }
    return commands != null && node.getPort() == port ? commands : null;
  }

  private void connect() {
    try {
      Connection connection = new Connection(this::open, config);
      port = ownPort(AnnouncedNode.asked(connection));
      commands = new UnifiedJedis(connection);
      if (told) {
        LOG.info("The Redis server at {} answers again", path);
        told = false;
      }
    } catch (JedisException e) {
      disconnect();
      if (!told) {
        LOG.warn(
            "No requests by {} for now, they go over the network: {}; check that Redis has it as"
                + " unixsocket, and that unixsocketperm lets this process write there",
            path,
            BlockingRedis.reason(e));
        told = true;
      }
    }
  }

  private Socket open() {
    try {
      UnixSocket opened = UnixSocket.to(path);
      opened.setSoTimeout(config.getSocketTimeoutMillis());
      socket = opened;
      return opened;
    } catch (IOException e) {
      throw new JedisConnectionException("Cannot connect to " + path, e);
    }
  }

  /** Several servers may be on a host, and the path may be that of another host's. */
  private int ownPort(AnnouncedNode announced) {
    if (!announced.hosts().isEmpty() && announced.hosts().stream().noneMatch(isOwnHost)) {
      throw new JedisConnectionException(
          "it is the socket of " + announced + ", which is not among the own hosts");
    }
    return portOf.applyAsInt(announced);
  }

  /** Gives up the connection: what comes by it may be the answer to an earlier request. */
  void disconnect() {
    UnixSocket open = socket;
    commands = null;
    socket = null;
    if (open != null) {
      open.close();
    }
  }

  /** Ends a request that takes too long. */
  void endOverdue() {
    UnixSocket open = socket;
    if (open != null) {
      open.endOverdue(System.nanoTime());
    }
  }
}
