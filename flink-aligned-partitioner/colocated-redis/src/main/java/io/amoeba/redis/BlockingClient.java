package io.amoeba.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;

/**
 * One Jedis client with its pools of connections, and which hosts are the own one. Safe for
 * concurrent use: at any time a connection serves one thread.
 */
final class BlockingClient {
  private static final int CONNECT_TIMEOUT_MILLIS = 3_000;
  /* Jedis divides the time that is left by its square before it tries again: some ms, then more. */
  private static final int MOST_ATTEMPTS = 30;

  private final ClusterConnectionProvider nodes;
  private final RedisClusterClient client;
  private final ScheduledExecutorService refresh =
      Executors.newSingleThreadScheduledExecutor(BlockingClient::refreshThread);
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
    JedisClientConfig clientConfig = clientConfig(known.get(0), config.commandTimeout());
    try {
      this.nodes = new ClusterConnectionProvider(addresses, clientConfig, pool());
    } catch (JedisException e) {
      throw new RedisAccessException(
          "Cannot connect to the "
              + config
              + ": check that a node is up, is in cluster mode, and takes these credentials",
          e);
    }
    this.client =
        RedisClusterClient.builder()
            .nodes(addresses)
            .connectionProvider(nodes)
            .clientConfig(clientConfig)
            .maxAttempts(MOST_ATTEMPTS)
            .maxTotalRetriesDuration(config.commandTimeout())
            .build();
    long period = config.topologyRefresh().toMillis();
    // Jedis' own thread for this would outlive a provider that found no node.
    refresh.scheduleWithFixedDelay(this::lookForMoves, period, period, TimeUnit.MILLISECONDS);
  }

  private void lookForMoves() {
    try {
      nodes.renewSlotCache();
    } catch (RuntimeException e) {
      // The next look may succeed, and requests that meet a moved hash slot look for themselves.
    }
  }

  private static Thread refreshThread(Runnable work) {
    Thread thread = new Thread(work, "amoeba-redis-refresh");
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
            .connectionTimeoutMillis(CONNECT_TIMEOUT_MILLIS)
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

  RedisClusterClient commands() {
    return client;
  }

  boolean isLocal(int hashSlot) {
    HostAndPort node = nodes.getNode(hashSlot);
    // A hash slot without a primary, or one whose primary is being looked up, is nowhere.
    return node != null && knownHosts.computeIfAbsent(node.getHost(), localHosts::contains);
  }

  /** Ends all connections and threads. */
  void close() {
    refresh.shutdownNow();
    client.close();
  }
}
