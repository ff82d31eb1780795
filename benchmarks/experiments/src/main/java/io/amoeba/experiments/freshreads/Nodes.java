package io.amoeba.experiments.freshreads;

import io.amoeba.experiments.Values;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.protocol.ConnectionIntent;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Connections of plain lettuce to the servers of one shard. Safe for concurrent use.
 *
 * @param cluster where plain lettuce sends requests: the primary
 * @param primary commands that are not about keys
 * @param replicas for reads
 */
record Nodes(
    StatefulRedisClusterConnection<String, String> cluster,
    StatefulRedisConnection<String, String> primary,
    List<StatefulRedisConnection<String, String>> replicas)
    implements AutoCloseable {
  private static final Pattern CPU = Pattern.compile("(?m)^used_cpu_(?:sys|user):([\\d.]+)");

  /**
   * @throws IllegalStateException if there is no replica
   */
  static Nodes connect(RedisClusterClient client) {
    StatefulRedisClusterConnection<String, String> cluster = client.connect();
    List<String> replicas = ids(client, node -> node.getRole().isReplica());
    if (replicas.isEmpty()) {
      cluster.close();
      throw new IllegalStateException("The primary has no replica: " + client.getPartitions());
    }
    return new Nodes(
        cluster,
        cluster.getConnection(ids(client, node -> node.getRole().isUpstream()).get(0)),
        replicas.stream().map(id -> cluster.getConnection(id, ConnectionIntent.READ)).toList());
  }

  private static List<String> ids(RedisClusterClient client, Predicate<RedisClusterNode> wanted) {
    return client.getPartitions().stream()
        .filter(wanted)
        .map(RedisClusterNode::getNodeId)
        .sorted()
        .toList();
  }

  /** CPU time of the primary, and of a replica in the mean, since their start. */
  Values cpuSeconds() {
    return new Values(
        Map.of(
            "primaryCpus",
            cpuSeconds(primary.sync().info("cpu")),
            "replicaCpus",
            replicas.stream()
                .mapToDouble(replica -> cpuSeconds(replica.sync().info("cpu")))
                .average()
                .orElseThrow()));
  }

  static double cpuSeconds(String info) {
    return CPU.matcher(info).results().mapToDouble(used -> Double.parseDouble(used.group(1))).sum();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
