package io.amoeba.freshreads;

import io.amoeba.freshreads.read.ReadRouter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.RedisCodec;
import java.util.List;

/**
 * Reads of Redis or Valkey that replicas may answer, never staler than the bound. The primary
 * answers while it is fast; when it is loaded, the least loaded fresh node does.
 *
 * <p>For an answer from a replica that is handed over at a moment <i>d</i> with bound <i>B</i>,
 * there is a moment <i>p ≥ d − B</i> such that the answer contains every write to its key that the
 * shard's primary had executed by <i>p</i>. The assumptions are in docs/fresh-reads.md.
 *
 * <pre>{@code
 * FreshReadsConfig config = FreshReadsConfig.of(Duration.ofMillis(200));
 * try (FreshReads<String, String> reads = FreshReads.open(client, StringCodec.UTF8, config)) {
 *   reads.read("seg:7", redis -> redis.hget("seg:7", "lav")).thenAccept(...);
 *   reads.within(Duration.ofMillis(50)).read("seg:7", redis -> redis.hget("seg:7", "lav"));
 * }
 * }</pre>
 *
 * <p>Safe for concurrent use.
 *
 * @param <K> type of keys
 * @param <V> type of values
 */
public final class FreshReads<K, V> extends BoundedReads<K, V> implements AutoCloseable {
  private final OpenReads<K, V> open;

  private FreshReads(OpenReads<K, V> open, ReadRouter<K, V> router, RedisCodec<K, V> codec) {
    super(router, codec, router.settings().bound());
    this.open = open;
  }

  /**
   * Opens connections with the client's settings, threads and credentials: one to the cluster, and
   * one to each primary and replica. The client stays the application's, which closes it after
   * this.
   *
   * @throws FreshReadsException if the servers are no cluster of Redis or Valkey, or the user lacks
   *     rights on the keys of heartbeats
   */
  public static <K, V> FreshReads<K, V> open(
      RedisClusterClient client, RedisCodec<K, V> codec, FreshReadsConfig config) {
    OpenReads<K, V> open = OpenReads.open(client, codec, config);
    return new FreshReads<>(open, open.router(), codec);
  }

  /**
   * The same for one primary with replicas, without cluster mode. Which server is the primary is
   * learned from the servers themselves, by ROLE, every second and when heartbeats fail. Without
   * cluster mode a deposed primary goes on to take writes: docs/fresh-reads.md tells what to set.
   *
   * @param nodes the primary and the replicas, in any order
   * @throws IllegalArgumentException that lists each unusable node with its remedy
   * @throws FreshReadsException if no server is a primary, they are in cluster mode, they are not
   *     Redis or Valkey, or the user lacks rights
   */
  public static <K, V> FreshReads<K, V> open(
      RedisClient client, RedisCodec<K, V> codec, List<RedisURI> nodes, FreshReadsConfig config) {
    OpenReads<K, V> open = OpenReads.open(client, codec, nodes, config);
    return new FreshReads<>(open, open.router(), codec);
  }

  /** Counts since the opening, and the state of every node now. */
  public FreshReadsSnapshot snapshot() {
    return FreshReadsSnapshot.of(open.router());
  }

  /**
   * Runs an action now and after each change of shards, on the library's own thread. It must not
   * block: heartbeats come from the same thread.
   */
  public void onShards(Runnable action) {
    open.onShards(action);
  }

  OpenReads<K, V> opened() {
    return open;
  }

  /** Ends all connections and the thread that were opened. Reads in flight may fail. */
  @Override
  public void close() {
    open.close();
  }
}
