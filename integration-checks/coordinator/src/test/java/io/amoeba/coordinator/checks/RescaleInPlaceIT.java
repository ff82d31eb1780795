package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.state.OperationFile;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job with two subtasks on a real Flink with three nodes gets a third one in place. */
class RescaleInPlaceIT {

  private static final int NODES = 3;
  private static final int FEWER = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  static final Map<String, String> ADAPTIVE =
      Map.of(
          "jobmanager.scheduler", "adaptive",
          "jobmanager.adaptive-scheduler.scaling-interval.min", "1s",
          "execution.checkpointing.interval", "1s");

  @TempDir private Path folder = Path.of("");

  @Test
  void theAdaptiveSchedulerGivesTheJobASubtaskOnEveryNode() throws IOException {
    theJobGetsASubtaskOnEveryNodeOf(FlinkVersion.V2_3);
  }

  @Test
  @Tag("long")
  void theAdaptiveSchedulerOfTheOlderLineOfFlinkDoesTheSame() throws IOException {
    theJobGetsASubtaskOnEveryNodeOf(FlinkVersion.V1_20);
  }

  private void theJobGetsASubtaskOnEveryNodeOf(FlinkVersion version) throws IOException {
    try (EmbeddedCluster cluster = started(FlinkSettings.of(version).withConfig(ADAPTIVE))) {
      String job = JobJar.submit(cluster, folder, FEWER);
      var unused = Checkpoints.awaitOne(cluster, job, "completed");
      try (CoordinatorService coordinator = coordinator(cluster)) {
        PlanDriver plans = plans(coordinator, job, 1, 2);
        String id = approved(plans);

        plans.awaitEnd(id, "completed");

        assertThat(plans.plan(id).path("rescaledJob").asText()).isEqualTo(job);
        cluster.flink().jobs().awaitRunning(job, PATIENCE);
        JsonNode restored = Checkpoints.awaitOne(cluster, job, "restored");
        assertThat(restored.path("is_savepoint").asBoolean(true)).isFalse();
        assertThat(plans(coordinator, job, 11, 12, 13).awaitProposed().path("action").asText())
            .isEqualTo("align_routing");
        assertThat(open()).isFalse();
      }
    }
  }

  @Test
  void anotherSchedulerRefusesAndNothingHasChanged() throws IOException {
    FlinkSettings settings =
        FlinkSettings.of(FlinkVersion.V2_3)
            .withConfig(Map.of("execution.checkpointing.interval", "1s"));
    try (EmbeddedCluster cluster = started(settings)) {
      String job = JobJar.submit(cluster, folder, FEWER);
      try (CoordinatorService coordinator = coordinator(cluster)) {
        PlanDriver plans = plans(coordinator, job, 1, 2);
        String id = approved(plans);

        plans.awaitEnd(id, "failed");

        assertThat(plans.plan(id).toString())
            .contains("nothing was changed", "only Flink's adaptive scheduler");
        assertThat(cluster.flink().jobs().state(job)).isEqualTo("RUNNING");
        assertThat(open()).isFalse();
      }
    }
  }

  private boolean open() {
    return Files.exists(OperationFile.path(folder.resolve("plans.json")));
  }

  private static EmbeddedCluster started(FlinkSettings settings) {
    return EmbeddedCluster.builder()
        .nodes(NODES)
        .redis(RedisSettings.defaults())
        .flink(settings)
        .start();
  }

  private CoordinatorService coordinator(EmbeddedCluster cluster) {
    String config =
        """
        interval: 200ms
        flink: {url: '%s'}
        redis: {endpoints: ['%s']}
        http: {port: 0}
        plans: {file: plans.json, measurementWindow: 1s, rescale: {method: in-place}}
        """
            .formatted(cluster.flink().restUrl(), cluster.redis().server(1).address());
    CoordinatorService service =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    service.start();
    return service;
  }

  private static String approved(PlanDriver plans) {
    JsonNode plan = plans.awaitProposed();
    assertThat(plan.path("action").asText()).isEqualTo("rescale_job");
    assertThat(plan.at("/rescaleJob/way").asText()).isEqualTo("in-place");
    plans.approve(plan.path("id").asText());
    return plan.path("id").asText();
  }

  private static PlanDriver plans(CoordinatorService coordinator, String job, long... routers) {
    String address = coordinator.address();
    return PlanDriver.of(address, new ProtocolTaskManager(address, job, routers), PATIENCE);
  }
}
