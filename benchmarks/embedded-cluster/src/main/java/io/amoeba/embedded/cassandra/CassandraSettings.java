package io.amoeba.embedded.cassandra;

import java.time.Duration;
import java.util.function.IntFunction;

/**
 * How the nodes of a cluster are started. Immutable; the {@code with} methods return changed
 * copies.
 *
 * @param heapMegabytes largest heap of a node; it takes about twice as much in all
 * @param tokensPerNode {@code num_tokens}
 * @param ringDelay how long a node waits for gossip before it changes the ring; Cassandra's default
 *     is 30 s
 * @param racks rack of each node number, from 1
 * @param options of every start that names no others
 */
public record CassandraSettings(
    int heapMegabytes,
    int tokensPerNode,
    Duration ringDelay,
    IntFunction<String> racks,
    StartOptions options) {
  private static final int DEFAULT_HEAP_MEGABYTES = 512;
  private static final int DEFAULT_TOKENS = 16;
  private static final Duration DEFAULT_RING_DELAY = Duration.ofSeconds(4);

  /** 512 MB of heap, 16 tokens, one rack. */
  public static CassandraSettings defaults() {
    return new CassandraSettings(
        DEFAULT_HEAP_MEGABYTES,
        DEFAULT_TOKENS,
        DEFAULT_RING_DELAY,
        node -> "rack1",
        StartOptions.NONE);
  }

  public CassandraSettings withHeapMegabytes(int changed) {
    return new CassandraSettings(changed, tokensPerNode, ringDelay, racks, options);
  }

  public CassandraSettings withTokensPerNode(int changed) {
    return new CassandraSettings(heapMegabytes, changed, ringDelay, racks, options);
  }

  public CassandraSettings withRingDelay(Duration changed) {
    return new CassandraSettings(heapMegabytes, tokensPerNode, changed, racks, options);
  }

  /** Puts the nodes into this many racks in turn. */
  public CassandraSettings withRacks(int count) {
    return withRacks(node -> "rack" + ((node - 1) % count + 1));
  }

  public CassandraSettings withRacks(IntFunction<String> changed) {
    return new CassandraSettings(heapMegabytes, tokensPerNode, ringDelay, changed, options);
  }

  public CassandraSettings withOptions(StartOptions changed) {
    return new CassandraSettings(heapMegabytes, tokensPerNode, ringDelay, racks, changed);
  }
}
