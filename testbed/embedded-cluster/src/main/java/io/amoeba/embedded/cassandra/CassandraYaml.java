package io.amoeba.embedded.cassandra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.embedded.process.ConfigResource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes {@code cassandra.yaml}, in the part of YAML that is JSON: the mandatory entries of
 * Cassandra 5.0, and small caches and buffers so that four nodes fit on one machine. Immutable.
 */
final class CassandraYaml {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DEFAULTS = ConfigResource.text(CassandraYaml.class, "cassandra.yaml");
  private static final int TOKENS_PER_NODE = 16;
  private static final long TOKEN_SEED = 20_200_229;

  private final String clusterName;
  private final CassandraSettings settings;
  private final List<String> seeds;

  /** Of a cluster whose first nodes have these addresses, {@code host:port}. */
  CassandraYaml(String clusterName, CassandraSettings settings, List<String> seeds) {
    this.clusterName = clusterName;
    this.settings = settings;
    this.seeds = List.copyOf(seeds);
  }

  String text(
      NodeAddress address, List<Path> dataFolders, boolean first, Map<String, Object> changes) {
    try {
      Map<String, Object> yaml =
          JSON.readValue(
              DEFAULTS.formatted(String.join(",", seeds)),
              new TypeReference<Map<String, Object>>() {});
      yaml.put("cluster_name", clusterName);
      yaml.put("num_tokens", TOKENS_PER_NODE);
      yaml.put("listen_address", address.host());
      yaml.put("rpc_address", address.host());
      yaml.put("storage_port", address.storagePort());
      yaml.put("native_transport_port", address.nativePort());
      yaml.put("data_file_directories", dataFolders.stream().map(Path::toString).toList());
      if (first) {
        // The first nodes start at the same time, which only nodes that stream nothing may do.
        yaml.put("auto_bootstrap", false);
        yaml.put("initial_token", tokens(address.node()));
      } else {
        yaml.put("allocate_tokens_for_local_replication_factor", settings.localReplicas());
      }
      yaml.putAll(changes);
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Values that YAML cannot express: " + changes, e);
    }
  }

  /** Random as in a grown cluster, but the same in every run. */
  private static String tokens(int node) {
    Random random = new Random(TOKEN_SEED + node);
    return Stream.generate(random::nextLong)
        .limit(TOKENS_PER_NODE)
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }
}
