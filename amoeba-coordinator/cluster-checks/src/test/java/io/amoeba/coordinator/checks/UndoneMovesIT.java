package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store follows a keyed stream, and another tool moves hash slots back each time. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class UndoneMovesIT {

  private static final int NODES = 2;
  private static final int UNDONE = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  @TempDir Path folder;

  private EmbeddedCluster cluster;
  private CoordinatorService coordinator;

  @BeforeEach
  void start() throws IOException {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .redis(RedisSettings.defaults())
            .flink(FlinkSettings.of(FlinkVersion.V2_3))
            .start();
    String job = JobJar.submitKeyed(cluster, folder, NODES, folder.toString());
    assertThat(job).isNotEmpty();
    coordinator = coordinator();
  }

  @AfterEach
  void end() {
    coordinator.close();
    cluster.close();
  }

  @Test
  void theOtherToolIsLeftAloneAfterSomeTimesUntilAPersonSaysOtherwise() {
    await().atMost(PATIENCE).until(() -> decisions().contains("every hash slot is owned"));
    RedisServer right = cluster.redis().server(1);
    RedisServer wrong = cluster.redis().server(2);
    List<Integer> hashSlots = cluster.redis().hashSlotsOf(right).subList(0, UNDONE);

    int times = 0;
    boolean fought = true;
    while (fought && times < 6) {
      cluster.redis().moveHashSlots(hashSlots, right, wrong);
      times++;
      await().atMost(PATIENCE).until(() -> isBack(right, hashSlots) || isGivenUp());
      fought = isBack(right, hashSlots);
    }

    assertThat(times).as("moved back by the other tool").isBetween(3, 4);
    assertThat(problem())
        .contains("move_hash_slots", "was done 3 times", "something else undid it each time")
        .contains("amoeba plans --again");
    assertThat(metrics()).contains("amoeba_plans_given_up 1");
    assertThat(new CoordinatorApi(coordinator.address()).get("api/v1/status").path("symptoms"))
        .as("one problem")
        .filteredOn(symptom -> symptom.asText().contains("amoeba plans --again"))
        .hasSize(1);

    coordinator.close();
    coordinator = coordinator();
    await().atMost(PATIENCE).until(this::isGivenUp);
    assertThat(isBack(right, hashSlots)).as("after a restart").isFalse();

    var unused = new CoordinatorApi(coordinator.address()).send("POST", "api/v1/plans", "{}", 202);
    await().atMost(PATIENCE).until(() -> isBack(right, hashSlots));
    await().atMost(PATIENCE).until(() -> !isGivenUp());
  }

  private boolean isBack(RedisServer server, List<Integer> hashSlots) {
    return cluster.redis().hashSlotsOf(server).containsAll(hashSlots);
  }

  private boolean isGivenUp() {
    return problem().contains("not tried again before a person says so");
  }

  private String problem() {
    for (JsonNode symptom : get("api/v1/state").path("symptoms")) {
      if (symptom.path("kind").asText().equals("HeldChange")) {
        return symptom.path("text").asText();
      }
    }
    return "";
  }

  private String decisions() {
    return get("api/v1/decisions").toString();
  }

  private String metrics() {
    return new CoordinatorApi(coordinator.address()).text("metrics");
  }

  private JsonNode get(String path) {
    return new CoordinatorApi(coordinator.address()).get(path);
  }

  private CoordinatorService coordinator() {
    String config =
        """
        mode: act
        intervalMillis: 200
        flink: {url: '%s', storeFollows: Statistics}
        redis: {endpoints: ['%s']}
        http: {port: 0}
        plans: {file: plans.json, measureMillis: 1000}
        """
            .formatted(cluster.flink().restUrl(), cluster.redis().server(1).address());
    CoordinatorService service =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    service.start();
    return service;
  }
}
