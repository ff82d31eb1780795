package io.amoeba.coordinator.checks;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.EmbeddedCluster;
import java.time.Duration;

/** Flink's report of a job's checkpoints. Stateless. */
final class Checkpoints {

  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private Checkpoints() {}

  /**
   * Waits for the newest of a kind. Flink answers from a cache, which may not show yet what the job
   * has done.
   *
   * @param kind {@code completed} or {@code restored}
   */
  static JsonNode awaitOne(EmbeddedCluster cluster, String job, String kind) {
    String path = "/jobs/" + job + "/checkpoints";
    return await()
        .atMost(PATIENCE)
        .until(() -> cluster.flink().get(path).path("latest").path(kind), JsonNode::isObject);
  }
}
