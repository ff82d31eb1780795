package io.amoeba.embedded;

import io.amoeba.embedded.flink.FlinkMemory;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.kafka.KafkaBroker;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.runtime.ServerRuntime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers to start; null: none of that kind. Immutable.
 *
 * @param redisApart whether the Redis primaries have hosts of their own, beside an empty member on
 *     each node
 */
record ClusterSettings(
    int nodes,
    int spareNodes,
    boolean redisApart,
    @Nullable FlinkSettings flink,
    @Nullable RedisSettings redis,
    boolean kafka) {

  ClusterSettings {
    if (redisApart && spareNodes > 0) {
      throw new IllegalArgumentException(
          "Redis primaries on hosts of their own take those of the %d spare nodes: start no spare nodes"
              .formatted(spareNodes));
    }
    if (replicas(redis) > 0 && (redisApart || spareNodes > 0)) {
      throw new IllegalArgumentException(
          "Redis replicas take the hosts after those of the nodes: start neither spare nodes nor primaries on hosts of their own with them");
    }
  }

  int allNodes() {
    return nodes + spareNodes;
  }

  /** How many addresses the servers of nodes listen on. */
  int hosts() {
    return redisApart ? 2 * nodes : allNodes() + nodes * replicas(redis);
  }

  private static int replicas(@Nullable RedisSettings redis) {
    return redis == null ? 0 : redis.replicas();
  }

  /** The address of a Redis server by its number: primaries that are apart come first. */
  String redisHost(int server) {
    if (!redisApart) {
      return EmbeddedCluster.nodeHost(server);
    }
    return EmbeddedCluster.nodeHost(server <= nodes ? nodes + server : server - nodes);
  }

  List<ServerRuntime> runtimes() {
    List<ServerRuntime> runtimes = new ArrayList<>();
    if (flink != null) {
      runtimes.add(flink.version().runtime());
    }
    if (kafka) {
      runtimes.add(ServerRuntime.KAFKA);
    }
    return runtimes;
  }

  /** Memory of the servers of all nodes, including the spare ones. */
  int expectedMegabytes() {
    int megabytes = 0;
    if (flink != null) {
      FlinkMemory memory = flink.memory();
      megabytes += memory.jobManagerMegabytes() + allNodes() * memory.taskManagerMegabytes();
    }
    if (redis != null) {
      megabytes += hosts() * redis.expectedMegabytes();
    }
    if (kafka) {
      megabytes += KafkaBroker.EXPECTED_MEGABYTES;
    }
    return megabytes;
  }

  int steps() {
    int flinkSteps = flink == null ? 0 : 1 + nodes;
    return flinkSteps + (redis == null ? 0 : 1) + (kafka ? 1 : 0);
  }
}
