package io.amoeba.embedded;

import io.amoeba.embedded.flink.FlinkMemory;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.kafka.KafkaSettings;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.runtime.ServerRuntime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which servers to start; null stands for none of that kind. Immutable. */
record ClusterSettings(
    int nodes,
    int spareNodes,
    @Nullable FlinkSettings flink,
    @Nullable RedisSettings redis,
    @Nullable KafkaSettings kafka) {

  int allNodes() {
    return nodes + spareNodes;
  }

  List<ServerRuntime> runtimes() {
    List<ServerRuntime> runtimes = new ArrayList<>();
    if (flink != null) {
      runtimes.add(flink.version().runtime());
    }
    if (kafka != null) {
      runtimes.add(ServerRuntime.KAFKA);
    }
    return runtimes;
  }

  /** What the servers take when all nodes, the spare ones too, run. */
  int expectedMegabytes() {
    int megabytes = 0;
    if (flink != null) {
      FlinkMemory memory = flink.memory();
      megabytes += memory.jobManagerMegabytes() + allNodes() * memory.taskManagerMegabytes();
    }
    if (redis != null) {
      megabytes += allNodes() * redis.expectedMegabytes();
    }
    if (kafka != null) {
      megabytes += kafka.expectedMegabytes();
    }
    return megabytes;
  }

  int steps() {
    int flinkSteps = flink == null ? 0 : 1 + nodes;
    return flinkSteps + (redis == null ? 0 : 1) + (kafka == null ? 0 : 1);
  }
}
