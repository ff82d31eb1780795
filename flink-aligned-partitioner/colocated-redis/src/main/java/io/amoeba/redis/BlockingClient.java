package io.amoeba.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;

/**
 * One Jedis client with its pools of connections, and which hosts are the own one. Safe for
 * concurrent use: at any time a connection serves one thread.
 */
final class BlockingClient {
  private static final int CONNECT_TIMEOUT_MILLIS = 3_000;

  /** How much later than its time limit a request by a socket of the file system may end. */
  private static final long LATE_MILLIS = 100;

  private final ClusterConnectionProvider nodes;
  private final RedisClusterClient client;
  private final JedisClientConfig clientConfig;
  private final Optional<Path> socket;
  private final Set<OwnServer> ownServers = ConcurrentHashMap.newKeySet();
  /* A refresh of the topology may take seconds, and must not delay a request so long. */
  private final ScheduledExecutorService regular =
      Executors.newScheduledThreadPool(2, BlockingClient::regularThread);
  private final LocalHosts localHosts;
  private final Map<String, Boolean> knownHosts = new ConcurrentHashMap<>();

  /**
   * Connects.
   *
   * @throws RedisAccessException if no node answers
   */
  BlockingClient(ColocatedRedisConfig config) {
    this.localHosts = LocalHosts.of(config.localHosts());
    List<RedisURI> known = localHosts.firstIn(config.redisUris());
    Set<HostAndPort> addresses = addresses(known);
    this.clientConfig = clientConfig(known.get(0), config.commandTimeout());
    this.socket = LocalSocket.of(config.localSocket());
    try {
      this.nodes = new ClusterConnectionProvider(addresses, clientConfig, pool());
    } catch (JedisException e) {
      throw new RedisAccessException(
          "Cannot connect to the "
              + config
              + ": check that a node is up, is in cluster mode, and takes these credentials",
          e);
    } catch (NullPointerException e) { // Jedis takes it for granted that nodes tell addresses
      throw new RedisAccessException(NoEndpoints.message(config, "unknown-endpoint"), e);
    }
    if (NoEndpoints.among(nodes.getNodes().keySet())) {
      nodes.close();
      throw new RedisAccessException(NoEndpoints.message(config, "hostname"));
    }
    this.client =
        RedisClusterClient.builder()
            .nodes(addresses)
            .connectionProvider(nodes)
            .clientConfig(clientConfig)
            .commandExecutor(new RetriedCommands(nodes, config.commandTimeout()))
            .build();
    long period = config.topologyRefresh().toMillis();
    // Jedis' own thread for this would outlive a provider that found no node.
    var unused =
        regular.scheduleWithFixedDelay(this::lookForMoves, period, period, TimeUnit.MILLISECONDS);
    if (socket.isPresent()) {
      unused =
          regular.scheduleWithFixedDelay(
              () -> ownServers.forEach(OwnServer::endOverdue),
              LATE_MILLIS,
              LATE_MILLIS,
              TimeUnit.MILLISECONDS);
    }
  }

  /** A connection to the own host's server for one thread, if a socket is configured. */
  Optional<OwnServer> ownServer() {
    return socket.map(
        path -> {
          OwnServer server = new OwnServer(path, clientConfig, this::isOwnHost, this::port);
          ownServers.add(server);
          return server;
        });
  }

  /**
   * By which requests over the network know a node. Servers with a port for TLS and another one
   * without tell each client the port of its kind, and a socket of the file system has no TLS.
   */
  private int port(AnnouncedNode node) {
    if (clientConfig.getSslOptions() == null) {
      return node.port();
    }
    try (Connection connection = nodes.getConnection()) {
      return node.toldBy(connection).port();
    }
  }

  /** Ends such a connection. */
  void close(OwnServer server) {
    ownServers.remove(server);
    server.disconnect();
  }

  private void lookForMoves() {
    try {
      nodes.renewSlotCache();
    } catch (RuntimeException e) {
      // The next refresh may succeed, and requests that meet a moved hash slot refresh, too.
    }
  }

  private static Thread regularThread(Runnable work) {
    Thread thread = new Thread(work, "amoeba-redis-clock");
    thread.setDaemon(true);
    return thread;
  }

  private static Set<HostAndPort> addresses(List<RedisURI> uris) {
    Set<HostAndPort> addresses = new LinkedHashSet<>();
    for (RedisURI uri : uris) {
      addresses.add(new HostAndPort(uri.getHost(), uri.getPort()));
    }
    return addresses;
  }

  private static JedisClientConfig clientConfig(RedisURI access, Duration commandTimeout) {
    DefaultJedisClientConfig.Builder builder =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(
                (int) Math.min(CONNECT_TIMEOUT_MILLIS, commandTimeout.toMillis()))
            .socketTimeoutMillis((int) commandTimeout.toMillis())
            .blockingSocketTimeoutMillis((int) commandTimeout.toMillis());
    var credentials = access.getCredentialsProvider().resolveCredentials().block(commandTimeout);
    if (credentials != null && credentials.hasUsername()) {
      builder.user(credentials.getUsername());
    }
    if (credentials != null && credentials.hasPassword()) {
      builder.password(String.valueOf(credentials.getPassword()));
    }
    if (access.isSsl()) {
      builder.sslOptions(SslOptions.builder().sslVerifyMode(verifyMode(access)).build());
    }
    return builder.build();
  }

  private static redis.clients.jedis.SslVerifyMode verifyMode(RedisURI access) {
    SslVerifyMode mode = access.getVerifyMode();
    if (mode == SslVerifyMode.NONE) {
      return redis.clients.jedis.SslVerifyMode.INSECURE;
    }
    return mode == SslVerifyMode.CA
        ? redis.clients.jedis.SslVerifyMode.CA
        : redis.clients.jedis.SslVerifyMode.FULL;
  }

  /** As many connections as task threads use at a time, which are few. */
  private static ConnectionPoolConfig pool() {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(-1);
    pool.setMaxIdle(-1);
    pool.setJmxEnabled(false);
    return pool;
  }

  UnifiedJedis commands() {
    return client;
  }

  /** The primary of a hash slot, as far as is known now. */
  @Nullable HostAndPort primary(int hashSlot) {
    return nodes.getNode(hashSlot);
  }

  /** A hash slot without a primary, or one whose primary is being looked up, is nowhere. */
  boolean isLocal(@Nullable HostAndPort primary) {
    return primary != null && isOwnHost(primary.getHost());
  }

  private boolean isOwnHost(String host) {
    return knownHosts.computeIfAbsent(host, localHosts::contains);
  }

  /** Ends all connections and threads. */
  void close() {
    regular.shutdownNow();
    client.close();
  }
}
