package io.amoeba.redis;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.function.Function;
import org.apache.flink.metrics.MetricGroup;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.exceptions.JedisException;

/**
 * An operator's connection to Redis Cluster for one request at a time: the task thread itself sends
 * the request and reads the answer, without a hand-over to a thread of {@link ColocatedRedis} and
 * back. Counts requests in the same metrics, and follows moved hash slots. Confined to the
 * operator's task thread.
 *
 * <p>A request whose connection breaks is sent again until the configured time limit: it may be
 * executed more than once. A task that is cancelled leaves a request when that is answered, or at
 * the time limit.
 */
public final class BlockingRedis implements AutoCloseable {
  static final SharedClients<BlockingClient> CLIENTS =
      new SharedClients<>(BlockingClient::new, BlockingClient::close);

  private final ColocatedRedisConfig config;
  private final BlockingClient client;
  private final RequestCounts counts;
  private boolean closed;

  private BlockingRedis(ColocatedRedisConfig config, MetricGroup operatorMetrics) {
    this.config = config;
    this.client = CLIENTS.acquire(config);
    this.counts = new RequestCounts(operatorMetrics);
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
  public <T> T on(CharSequence key, Function<RedisClusterClient, T> request) {
    return onHashSlot(HashSlot.of(key), request);
  }

  /**
   * Makes one request on keys of hash slot 0 … 16383, which is counted, and returns its answer.
   *
   * @throws RedisAccessException if Redis refuses it or does not answer in time
   */
  public <T> T onHashSlot(int hashSlot, Function<RedisClusterClient, T> request) {
    counts.count(client.isLocal(hashSlot));
    try {
      return request.apply(client.commands());
    } catch (JedisException e) {
      throw new RedisAccessException(
          "The " + config + " did not do a request on hash slot " + hashSlot + ": " + reason(e), e);
    }
  }

  /** That no attempt is left says nothing without what the last one met. */
  private static String reason(JedisException e) {
    return e.getCause() == null ? e.toString() : e + " (" + e.getCause() + ")";
  }

  /** Whether the primary of the hash slot is on the own host, as far as is known now. */
  public boolean isLocal(int hashSlot) {
    return client.isLocal(hashSlot);
  }

  /** Gives the connection back; the client ends with the last one of its configuration. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      CLIENTS.release(config);
    }
  }
}
