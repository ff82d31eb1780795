package io.amoeba.redis;

import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * An operator's connection to Redis Cluster. {@link #on} counts one request as local or remote, in
 * the metrics {@code amoeba.redis.localRequests}, {@code .remoteRequests} and {@code .localHitRate}
 * (0 … 1) of the operator, and returns lettuce's commands; moved hash slots are followed. Errors
 * are {@link RedisAccessException}s. Confined to the operator's task thread.
 *
 * <p>A request whose server is gone, or that finds the cluster down, is sent again until the
 * configured time limit, also while a replica takes over: it may be executed more than once.
 * Requests on one hash slot keep their order meanwhile.
 *
 * @param <K> type of keys
 * @param <V> type of values
 */
public final class ColocatedRedis<K, V> implements AutoCloseable {
  static final SharedClients<ColocatedRedisConfig, SharedClient> CLIENTS =
      new SharedClients<>(SharedClient::new, SharedClient::close);

  private final ColocatedRedisConfig config;
  private final SharedClient client;
  private final RedisCodec<K, V> codec;
  private final StatefulRedisClusterConnection<K, V> connection;
  private final RedisAdvancedClusterAsyncCommands<K, V> commands;
  private final LocalityTable locality;
  private final MetricGroup operatorMetrics;
  private final RequestCounts counts;
  private final Runnable flush;

  /** What {@link #close} does. */
  private final List<Runnable> releases = new ArrayList<>();

  private @Nullable AnswerCounts answers;
  private boolean autoFlush = true;
  private boolean closed;

  private ColocatedRedis(
      ColocatedRedisConfig config,
      SharedClient client,
      RedisCodec<K, V> codec,
      MetricGroup operatorMetrics) {
    this.config = config;
    this.client = client;
    this.codec = codec;
    this.connection = client.connect(codec);
    this.commands = connection.async();
    this.flush = connection::flushCommands;
    this.locality = client.locality();
    this.operatorMetrics = operatorMetrics;
    this.counts = new RequestCounts(operatorMetrics);
    releases.add(connection::close);
  }

  /** Opens a connection whose keys and values are text in UTF-8. */
  public static ColocatedRedis<String, String> open(
      ColocatedRedisConfig config, MetricGroup operatorMetrics) {
    return open(config, operatorMetrics, StringCodec.UTF8);
  }

  /** Opens a connection whose keys and values are bytes. */
  public static ColocatedRedis<byte[], byte[]> openBinary(
      ColocatedRedisConfig config, MetricGroup operatorMetrics) {
    return open(config, operatorMetrics, ByteArrayCodec.INSTANCE);
  }

  /** Opens a connection of the process's shared client with any codec. */
  public static <K, V> ColocatedRedis<K, V> open(
      ColocatedRedisConfig config, MetricGroup operatorMetrics, RedisCodec<K, V> codec) {
    SharedClient client = CLIENTS.acquire(config);
    boolean opened = false;
    try {
      ColocatedRedis<K, V> redis = new ColocatedRedis<>(config, client, codec, operatorMetrics);
      opened = true;
      return redis;
    } finally {
      if (!opened) {
        CLIENTS.release(config);
      }
    }
  }

  /** The commands for one request on {@code key}, which is counted. */
  public RedisAdvancedClusterAsyncCommands<K, V> on(CharSequence key) {
    return onHashSlot(HashSlot.of(key));
  }

  /** The commands for one request on {@code key}, which is counted. */
  public RedisAdvancedClusterAsyncCommands<K, V> on(byte[] key) {
    return onHashSlot(HashSlot.of(key));
  }

  /** The commands for one request on a key of hash slot 0 … 16383, which is counted. */
  public RedisAdvancedClusterAsyncCommands<K, V> onHashSlot(int hashSlot) {
    counts.count(locality.isLocal(hashSlot));
    return commands;
  }

  /**
   * Reads that replicas may answer, never staler than the configuration allows, until this is
   * closed. All operators of a job on one task manager with equal configurations and codecs share
   * their connections and heartbeats. For single reads with other bounds {@link FreshRedis#within}
   * is enough.
   *
   * @throws RedisAccessException if the servers are no Redis or Valkey, or the user lacks rights on
   *     the keys of heartbeats; the message has the remedy
   */
  public FreshRedis<K, V> fresh(FreshReadsConfig freshConfig) {
    if (closed) {
      throw new RedisAccessException(
          "This connection to the " + config + " is closed: open another one for fresh reads");
    }
    FreshReadsKey<K, V> key = new FreshReadsKey<>(codec, freshConfig);
    FreshReads<K, V> reads = client.acquireFreshReads(key);
    releases.add(() -> client.releaseFreshReads(key));
    AnswerCounts counted = answers == null ? new AnswerCounts(operatorMetrics) : answers;
    answers = counted;
    return new FreshRedis<>(
        reads, codec, hashSlot -> counts.count(locality.isLocal(hashSlot)), counted);
  }

  /** Whether the primary of the hash slot is on the own host, as far as is known now. */
  public boolean isLocal(int hashSlot) {
    return locality.isLocal(hashSlot);
  }

  /**
   * With false, commands wait for {@link #flush} or {@link #await}; true is the default. Where each
   * request is awaited alone, {@link BlockingRedis} costs less than both.
   */
  public void setAutoFlush(boolean autoFlush) {
    this.autoFlush = autoFlush;
    connection.setAutoFlushCommands(autoFlush);
  }

  /** Sends the commands that wait. */
  public void flush() {
    connection.flushCommands();
  }

  /** As {@link #await(List, Duration)} with the configured time limit. */
  public void await(List<? extends Future<?>> requests) {
    await(requests, config.commandTimeout());
  }

  /**
   * Sends what waits and blocks until all requests are answered.
   *
   * @throws RedisAccessException if one failed, or after {@code timeout}
   */
  public void await(List<? extends Future<?>> requests, Duration timeout) {
    if (!autoFlush) {
      connection.flushCommands();
    }
    Requests.await(requests, timeout, autoFlush ? null : flush, config);
  }

  /**
   * Ends this connection with its fresh reads and, with the last one of its configuration, the
   * client's threads. A failure of one keeps no other from ending.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    releases.add(() -> CLIENTS.release(config));
    runAll(releases);
  }

  /** Runs every one, and then throws the first failure, with the others as suppressed ones. */
  static void runAll(List<Runnable> releases) {
    Throwable failure = null;
    for (Runnable release : releases) {
      try {
        release.run();
      } catch (RuntimeException | Error e) {
        if (failure == null) {
          failure = e;
        } else if (failure != e) {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure instanceof Error) {
      throw (Error) failure;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }
}
