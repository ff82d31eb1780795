package io.amoeba.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.redis.RedisSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Task managers with addresses of their own, as pods have, beside Redis servers on the addresses of
 * the machines, which {@code amoeba.node.host} names.
 */
class PodsIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final int NODES = 2;
  private static final int PAUSE_MICROS = 2_000;

  @TempDir Path folder;

  @Test
  void requestsOfTaskManagersInPodsStayOnTheirMachine() throws Exception {
    int port = new FreePorts(new Random(15)).next("127.0.0.1");
    try (EmbeddedCluster cluster = start(port);
        CheckedKeys keys = new CheckedKeys(cluster.redis().server(1), "pods")) {
      CoordinatorProcess coordinator = new CoordinatorProcess(cluster, port, folder);
      String job =
          cluster
              .flink()
              .jobs()
              .run(
                  CheckJobs.handOverCheck(
                      CheckJobs.jar(), cluster, "pods", PAUSE_MICROS, "ordered", NODES));
      cluster.flink().jobs().awaitRunning(job, TIMEOUT);

      await().atMost(TIMEOUT).ignoreExceptions().until(coordinator::isAligned);

      await().atMost(TIMEOUT).until(() -> localHitRateOfNext(1_000, keys) == 1.0);
      List<String> hosts = List.of(EmbeddedCluster.nodeHost(1), EmbeddedCluster.nodeHost(2));
      JsonNode state = coordinator.state();
      assertThat(state.path("nodes").findValuesAsText("name")).containsAll(hosts);
      assertThat(state.path("nodes")).hasSize(NODES);
      assertThat(state.path("taskManagers").findValuesAsText("host"))
          .as("Flink's addresses")
          .containsExactlyInAnyOrder(podAddress(1), podAddress(2));
    }
  }

  private static double localHitRateOfNext(int requests, CheckedKeys keys) {
    keys.forgetRequests();
    await().atMost(TIMEOUT).until(() -> keys.requests() >= requests);
    return keys.localHitRate();
  }

  private static String podAddress(int node) {
    return "127.0.9." + node;
  }

  private static EmbeddedCluster start(int coordinatorPort) {
    return EmbeddedCluster.builder()
        .nodes(NODES)
        .redis(RedisSettings.defaults())
        .flink(
            FlinkSettings.of(FlinkVersion.V2_3)
                .withExtraJars(List.of(CheckJobs.partitioner()))
                .withTaskManagerHosts(PodsIT::podAddress)
                .withSystemProperties(node -> properties(coordinatorPort, node)))
        .start();
  }

  private static Map<String, String> properties(int coordinatorPort, int node) {
    Map<String, String> properties = new HashMap<>(CheckJobs.coordinatorAt(coordinatorPort));
    properties.put("amoeba.node.host", EmbeddedCluster.nodeHost(node));
    return properties;
  }
}
