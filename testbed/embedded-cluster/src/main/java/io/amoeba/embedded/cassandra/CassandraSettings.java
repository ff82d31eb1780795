package io.amoeba.embedded.cassandra;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * How the nodes of a cluster are started. Immutable; the {@code with} methods return changed
 * copies.
 *
 * @param heapMegabytes maximum heap of a node, which takes about twice as much in all
 * @param locations data centre and rack of each node number, from 1
 * @param localReplicas replicas in one data centre for which a joining node balances its tokens:
 *     {@code allocate_tokens_for_local_replication_factor}. Cassandra wants at least as many racks
 *     in that data centre, or one
 * @param dataFolders number of {@code data_file_directories} of a node, from 1
 * @param options of every start that names no others
 * @param folders where each node has its data and configuration, by number; empty: in the run
 *     folder
 */
public record CassandraSettings(
    int heapMegabytes,
    IntFunction<NodeLocation> locations,
    int localReplicas,
    int dataFolders,
    StartOptions options,
    Optional<IntFunction<Path>> folders) {
  private static final CassandraSettings DEFAULTS =
      new CassandraSettings(
          512, node -> NodeLocation.inRack("rack1"), 3, 1, StartOptions.NONE, Optional.empty());

  public CassandraSettings {
    if (dataFolders < 1) {
      throw new IllegalArgumentException(
          "A node has %d data folders: give it at least one".formatted(dataFolders));
    }
  }

  /** 512 MB of heap, one data centre with one rack, one data folder. */
  public static CassandraSettings defaults() {
    return DEFAULTS;
  }

  public CassandraSettings withHeapMegabytes(int changed) {
    return new CassandraSettings(changed, locations, localReplicas, dataFolders, options, folders);
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
        heapMegabytes, changed, localReplicas, dataFolders, options, folders);
  }

  public CassandraSettings withLocalReplicas(int changed) {
    return new CassandraSettings(heapMegabytes, locations, changed, dataFolders, options, folders);
  }

  public CassandraSettings withDataFolders(int changed) {
    return new CassandraSettings(
        heapMegabytes, locations, localReplicas, changed, options, folders);
  }

  public CassandraSettings withOptions(StartOptions changed) {
    return new CassandraSettings(
        heapMegabytes, locations, localReplicas, dataFolders, changed, folders);
  }

  /** Existing folders for nodes, in place of some in the run folder: disks of their own, say. */
  public CassandraSettings withFolders(IntFunction<Path> ofNodes) {
    return new CassandraSettings(
        heapMegabytes, locations, localReplicas, dataFolders, options, Optional.of(ofNodes));
  }
}
