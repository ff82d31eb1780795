package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a coordinator asks of a real Redis Cluster of 64 nodes while it only looks. */
class MonitoringCostIT {

  private static final int NODES = 64;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** At a look every two seconds it takes a while until what a look runs is compiled. */
  private static final Duration WARM_UP = Duration.ofMinutes(5);

  private static final Duration MEASURED = Duration.ofSeconds(60);
  private static final double MOST_COMMANDS_PER_SECOND = 5;
  private static final double MAX_CPUS = 0.01;
  private static final Pattern CALLS = Pattern.compile("^cmdstat_[^:]*:calls=(\\d+)");

  @TempDir Path folder = Path.of("");

  @Test
  @Tag("long")
  @Timeout(900)
  void lookingTakesAHundredthOfAProcessorAndFiveCommandsASecondAtMost() throws Exception {
    // All subtasks are in one TaskManager, whose buffers are small: 64 times 64 channels.
    FlinkSettings settings =
        FlinkSettings.of(FlinkVersion.V2_3)
            .withTaskSlots(NODES)
            .withConfig(Map.of("taskmanager.memory.segment-size", "4kb"));
    try (EmbeddedCluster store =
            EmbeddedCluster.builder().nodes(NODES).redis(RedisSettings.defaults()).start();
        EmbeddedCluster stream = EmbeddedCluster.builder().nodes(1).flink(settings).start();
        RedisClient client = RedisClient.create()) {
      var unused = JobJar.submit(stream, folder, NODES);
      int port = stream.ports().next("127.0.0.1");
      String config =
          """
          flink: {url: '%s'}
          redis: {endpoints: ['%s']}
          http: {port: %d}
          plans: {file: plans.json, growth: {servers: members}, drain: {nodes: without-subtasks}}
          """
              .formatted(stream.flink().restUrl(), store.redis().server(1).address(), port);
      try (CoordinatorProcess coordinator =
          CoordinatorProcess.start(folder, config, port, "-Xmx512m")) {
        CoordinatorApi api = new CoordinatorApi(coordinator.address());
        await().atMost(PATIENCE).until(() -> isComplete(api.get("api/v1/state")));
        List<StatefulRedisConnection<String, String>> nodes = new ArrayList<>();
        for (RedisServer server : store.redis().servers()) {
          nodes.add(client.connect(server.uri()));
        }
        Thread.sleep(WARM_UP.toMillis());

        long begun = System.nanoTime();
        Duration cpuBefore = cpu(coordinator);
        List<Long> before = nodes.stream().map(MonitoringCostIT::calls).toList();
        Thread.sleep(MEASURED.toMillis());
        List<Long> after = nodes.stream().map(MonitoringCostIT::calls).toList();
        double seconds = (System.nanoTime() - begun) / 1e9;
        double cpus = cpu(coordinator).minus(cpuBefore).toNanos() / 1e9 / seconds;

        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
          rates.add((after.get(i) - before.get(i)) / seconds);
        }
        rates.sort(null);
        System.out.printf(
            "%d nodes: %.2f commands/s on the node that is asked most, median %.2f; coordinator %.2f %% of a processor%n",
            NODES, rates.get(NODES - 1), rates.get(NODES / 2), 100 * cpus);
        assertThat(rates.get(0)).as("looks at every node").isPositive();
        assertThat(rates.get(NODES - 1)).isLessThanOrEqualTo(MOST_COMMANDS_PER_SECOND);
        assertThat(cpus).isLessThanOrEqualTo(MAX_CPUS);
        assertThat(isComplete(api.get("api/v1/state"))).isTrue();
      }
    }
  }

  /** Whether both systems are seen: seeing less would cost less. */
  private static boolean isComplete(JsonNode state) {
    return state.path("uncoveredHashSlots").asInt(-1) == 0
        && state.path("operators").findValuesAsText("parallelism").contains("" + NODES);
  }

  private static Duration cpu(CoordinatorProcess coordinator) {
    return coordinator.process().info().totalCpuDuration().orElseThrow();
  }

  /** Commands of clients since the server's start. */
  private static long calls(StatefulRedisConnection<String, String> node) {
    return node.sync()
        .info("commandstats")
        .lines()
        .map(CALLS::matcher)
        .filter(Matcher::find)
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .sum();
  }
}
