package io.amoeba.redis;

import io.amoeba.partitioner.placement.HashSlot;
import java.net.SocketTimeoutException;
import java.util.function.Function;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisClusterException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * An operator's connection to Redis Cluster for one request at a time: the task thread itself sends
 * the request and reads the answer, without a hand-over to a thread of {@link ColocatedRedis} and
 * back. Counts requests in the same metrics, and follows moved hash slots. Confined to the
 * operator's task thread.
 *
 * <p>A request whose connection breaks, or that finds the cluster down, is sent again until the
 * configured time limit, also while a replica takes over: it may be executed more than once. A task
 * that is cancelled leaves a request when that is answered, before it is sent again, or at the time
 * limit.
 */
public final class BlockingRedis implements AutoCloseable {
  static final SharedClients<ColocatedRedisConfig, BlockingClient> CLIENTS =
      new SharedClients<>(BlockingClient::new, BlockingClient::close);

  private final ColocatedRedisConfig config;
  private final BlockingClient client;
  private final RequestCounts counts;
  private final @Nullable OwnServer ownServer;
  private boolean closed;

  private BlockingRedis(ColocatedRedisConfig config, MetricGroup operatorMetrics) {
    this.config = config;
    this.client = CLIENTS.acquire(config);
    this.counts = new RequestCounts(operatorMetrics);
    this.ownServer = client.ownServer().orElse(null);
  }

  /**
   * Opens a connection of the process's shared client.
   *
   * @throws RedisAccessException if no node of the cluster answers
   */
  public static BlockingRedis open(ColocatedRedisConfig config, MetricGroup operatorMetrics) {
    return new BlockingRedis(config, operatorMetrics);
  }

  /** As {@link #onHashSlot}, on the hash slot of {@code key}. */
  public <T> T on(CharSequence key, Function<UnifiedJedis, T> request) {
    return onHashSlot(HashSlot.of(key), request);
  }

  /**
   * Makes one request on keys of hash slot 0 … 16383, which is counted, and returns its answer.
   *
   * @throws RedisAccessException if Redis refuses it or does not answer in time
   */
  public <T> T onHashSlot(int hashSlot, Function<UnifiedJedis, T> request) {
    HostAndPort primary = client.primary(hashSlot);
    boolean local = client.isLocal(primary);
    counts.count(local);
    try {
      if (ownServer != null && primary != null && local) {
        UnifiedJedis own = ownServer.commands(primary);
        if (own != null) {
          return byOwnServer(own, ownServer, request);
        }
      }
      return request.apply(client.commands());
    } catch (JedisException e) {
      throw new RedisAccessException(
          "The " + config + " did not do a request on hash slot " + hashSlot + ": " + reason(e), e);
    }
  }

  /** Where the hash slot, or the server, is not as it seemed, the request goes over the network. */
  private <T> T byOwnServer(UnifiedJedis own, OwnServer server, Function<UnifiedJedis, T> request) {
    try {
      return request.apply(own);
    } catch (JedisRedirectionException | JedisClusterException e) {
      return request.apply(client.commands());
    } catch (JedisConnectionException e) {
      server.disconnect();
      if (e.getCause() instanceof SocketTimeoutException) {
        throw e;
      }
      return request.apply(client.commands());
    }
  }

  /** That no attempt is left says nothing without what the last one met. */
  static String reason(JedisException e) {
    return e.getCause() == null ? e.toString() : e + " (" + e.getCause() + ")";
  }

  /** Whether the primary of the hash slot is on the own host, as far as is known now. */
  public boolean isLocal(int hashSlot) {
    return client.isLocal(client.primary(hashSlot));
  }

  /** Gives the connection back; the client ends with the last one of its configuration. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        if (ownServer != null) {
          client.close(ownServer);
        }
      } finally {
        CLIENTS.release(config);
      }
    }
  }
}
