package io.amoeba.coordinator.checks;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisSettings;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A real Flink with a node more than a real Redis Cluster has, and a job with a subtask on each.
 * Who starts it closes the cluster. Immutable.
 */
record NewNode(EmbeddedCluster cluster, String job) {

  /** Those with a Redis primary. */
  static final int OLD_NODES = 2;

  /** All, of which the last one is new. */
  static final int NODES = OLD_NODES + 1;

  static NewNode start(Path folder) throws IOException {
    return start(folder, RedisSettings.defaults());
  }

  /** The same with settings for all servers of the store. */
  static NewNode start(Path folder, RedisSettings redis) throws IOException {
    EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .nodes(OLD_NODES)
            .spareNodes(NODES - OLD_NODES)
            .redis(redis)
            .flink(FlinkSettings.of(FlinkVersion.V2_3))
            .start();
    try {
      cluster.flink().startTaskManager(NODES);
      return new NewNode(cluster, JobJar.submit(cluster, folder, NODES));
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }
}
