package io.amoeba.embedded.cassandra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes {@code cassandra.yaml}: all that Cassandra 5.0 demands, and small caches and buffers so
 * that four nodes fit on one machine. Immutable.
 */
final class CassandraYaml {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long TOKEN_SEED = 20_200_229;

  private final String clusterName;
  private final CassandraSettings settings;
  private final List<String> seeds;

  /**
   * @param seeds addresses of the first nodes, {@code host:port}
   */
  CassandraYaml(String clusterName, CassandraSettings settings, List<String> seeds) {
    this.clusterName = clusterName;
    this.settings = settings;
    this.seeds = List.copyOf(seeds);
  }

  /**
   * The file's text, in the part of YAML that is JSON.
   *
   * @param dataFolders absolute
   */
  String text(
      NodeAddress address, List<Path> dataFolders, boolean first, Map<String, Object> changes) {
    Map<String, Object> yaml = new LinkedHashMap<>();
    yaml.put("cluster_name", clusterName);
    yaml.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
    yaml.put("endpoint_snitch", "GossipingPropertyFileSnitch");
    yaml.put("seed_provider", List.of(seedProvider()));
    putAddresses(yaml, address);
    putTokens(yaml, address.node(), first);
    yaml.put("data_file_directories", dataFolders.stream().map(Path::toString).toList());
    putStorage(yaml);
    putSizes(yaml);
    yaml.putAll(changes);
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Values that YAML cannot express: " + changes, e);
    }
  }

  private Map<String, Object> seedProvider() {
    return Map.of(
        "class_name",
        "org.apache.cassandra.locator.SimpleSeedProvider",
        "parameters",
        List.of(Map.of("seeds", String.join(",", seeds))));
  }

  private static void putAddresses(Map<String, Object> yaml, NodeAddress address) {
    yaml.put("listen_address", address.host());
    yaml.put("rpc_address", address.host());
    yaml.put("storage_port", address.storagePort());
    yaml.put("native_transport_port", address.nativePort());
    yaml.put("start_native_transport", true);
  }

  private void putTokens(Map<String, Object> yaml, int node, boolean first) {
    yaml.put("num_tokens", settings.tokensPerNode());
    if (first) {
      // The first nodes start at the same time, which only nodes without data to fetch may do.
      yaml.put("auto_bootstrap", false);
      yaml.put("initial_token", tokens(node));
    } else {
      yaml.put("allocate_tokens_for_local_replication_factor", settings.localReplicas());
    }
  }

  /** Random as in a grown cluster, but the same in every run. */
  private String tokens(int node) {
    Random random = new Random(TOKEN_SEED + node);
    return Stream.generate(random::nextLong)
        .limit(settings.tokensPerNode())
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  private static void putStorage(Map<String, Object> yaml) {
    yaml.put("commitlog_sync", "periodic");
    yaml.put("commitlog_sync_period", "10000ms");
    yaml.put("commitlog_segment_size", "8MiB");
    yaml.put("commitlog_total_space", "256MiB");
    yaml.put("auto_snapshot", false);
    yaml.put("snapshot_before_compaction", false);
    yaml.put("disk_failure_policy", "die");
    yaml.put("commit_failure_policy", "die");
    yaml.put("hinted_handoff_enabled", true);
  }

  private static void putSizes(Map<String, Object> yaml) {
    yaml.put("memtable_heap_space", "64MiB");
    yaml.put("memtable_offheap_space", "64MiB");
    yaml.put("key_cache_size", "4MiB");
    yaml.put("counter_cache_size", "4MiB");
    yaml.put("row_cache_size", "0MiB");
    yaml.put("file_cache_size", "32MiB");
    yaml.put("networking_cache_size", "32MiB");
    yaml.put("prepared_statements_cache_size", "4MiB");
    yaml.put("concurrent_reads", 16);
    yaml.put("concurrent_writes", 16);
    yaml.put("concurrent_compactors", 1);
  }
}
