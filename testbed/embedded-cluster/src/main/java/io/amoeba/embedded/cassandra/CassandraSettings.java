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
 * @param locations data centre and rack of each node number, from 1
 * @param localReplicas replicas in one data centre for which a joining node balances its tokens:
 *     {@code allocate_tokens_for_local_replication_factor}. Cassandra wants at least as many racks
 *     in that data centre, or one
 * @param dataFolders how many {@code data_file_directories} a node has, from 1
 * @param options of every start that names no others
 */
public record CassandraSettings(
    int heapMegabytes,
    int tokensPerNode,
    Duration ringDelay,
    IntFunction<NodeLocation> locations,
    int localReplicas,
    int dataFolders,
    StartOptions options) {
  private static final int DEFAULT_HEAP_MEGABYTES = 512;
  private static final int DEFAULT_TOKENS = 16;
  private static final Duration DEFAULT_RING_DELAY = Duration.ofSeconds(4);
  private static final int DEFAULT_LOCAL_REPLICAS = 3;

  public CassandraSettings {
    if (dataFolders < 1) {
      throw new IllegalArgumentException(
          "A node has %d data folders: give it at least one".formatted(dataFolders));
    }
  }

  /** 512 MB of heap, 16 tokens, one data centre with one rack, one data folder. */
  public static CassandraSettings defaults() {
    return new CassandraSettings(
        DEFAULT_HEAP_MEGABYTES,
        DEFAULT_TOKENS,
        DEFAULT_RING_DELAY,
        node -> NodeLocation.inRack("rack1"),
        DEFAULT_LOCAL_REPLICAS,
        1,
        StartOptions.NONE);
  }

  public CassandraSettings withHeapMegabytes(int changed) {
    return new CassandraSettings(
        changed, tokensPerNode, ringDelay, locations, localReplicas, dataFolders, options);
  }

  public CassandraSettings withTokensPerNode(int changed) {
    return new CassandraSettings(
        heapMegabytes, changed, ringDelay, locations, localReplicas, dataFolders, options);
  }

  public CassandraSettings withRingDelay(Duration changed) {
    return new CassandraSettings(
        heapMegabytes, tokensPerNode, changed, locations, localReplicas, dataFolders, options);
  }

  /** Puts the nodes into this many racks of one data centre in turn. */
  public CassandraSettings withRacks(int count) {
    return withRacks(node -> "rack" + ((node - 1) % count + 1));
  }

  /** Puts the nodes into racks of one data centre. */
  public CassandraSettings withRacks(IntFunction<String> racks) {
    return withLocations(node -> NodeLocation.inRack(racks.apply(node)));
  }

  public CassandraSettings withLocations(IntFunction<NodeLocation> changed) {
    return new CassandraSettings(
        heapMegabytes, tokensPerNode, ringDelay, changed, localReplicas, dataFolders, options);
  }

  public CassandraSettings withLocalReplicas(int changed) {
    return new CassandraSettings(
        heapMegabytes, tokensPerNode, ringDelay, locations, changed, dataFolders, options);
  }

  public CassandraSettings withDataFolders(int changed) {
    return new CassandraSettings(
        heapMegabytes, tokensPerNode, ringDelay, locations, localReplicas, changed, options);
  }

  public CassandraSettings withOptions(StartOptions changed) {
    return new CassandraSettings(
        heapMegabytes, tokensPerNode, ringDelay, locations, localReplicas, dataFolders, changed);
  }
}
