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
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that fail each time, or that another tool undoes each time, on real servers. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class HeldChangesIT {

  private static final int NODES = 3;

  /** They have their key group on the first subtask, and alone may move. */
  private static final List<Integer> MOVED = IntStream.range(0, 20).boxed().toList();

  private static final String OTHERS_STAY = "moves: {fixedHashSlots: ['20-16383']}";
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String PASSWORD = "held-changes";

  /** All rights but CLUSTER SETSLOT. */
  private static final String RULES =
      "on >"
          + PASSWORD
          + " ~* &* +@all -cluster +cluster|slots +cluster|nodes +cluster|info +cluster|myid"
          + " +cluster|countkeysinslot +cluster|getkeysinslot";

  @TempDir Path folder;

  private String login = "";
  private EmbeddedCluster cluster;
  private CoordinatorService coordinator;

  @AfterEach
  void end() {
    coordinator.close();
    cluster.close();
  }

  @Test
  void anotherToolIsLeftAloneAfterSomeTimesUntilAnOperatorAsksForAPlan() throws IOException {
    start();
    await().atMost(PATIENCE).until(this::isAtRest);
    RedisServer right = ownerOfMoved();
    RedisServer wrong = cluster.redis().server(right.node() % NODES + 1);

    int times = 0;
    boolean fought = true;
    while (fought && times < 6) {
      cluster.redis().moveHashSlots(MOVED, right, wrong);
      times++;
      await().atMost(PATIENCE).until(() -> isMovedBack(right) || isGivenUp());
      fought = isBack(right);
    }

    assertThat(times).as("moved back by the other tool").isBetween(3, 4);
    assertThat(problem())
        .contains("move_hash_slots", "was done 3 times", "something else undid it each time")
        .contains("amoeba plans --again");
    assertThat(new CoordinatorApi(coordinator.address()).text("metrics"))
        .contains("amoeba_plans_given_up 1");
    assertThat(get("api/v1/status").path("symptoms"))
        .as("one problem")
        .filteredOn(symptom -> symptom.path("remedy").asText().contains("amoeba plans --again"))
        .hasSize(1);

    coordinator.close();
    coordinator = coordinator();
    await().atMost(PATIENCE).until(this::isGivenUp);
    assertThat(isBack(right)).as("after a restart").isFalse();

    var unused = new CoordinatorApi(coordinator.address()).send("POST", "api/v1/plans", "{}", 202);
    await().atMost(PATIENCE).until(() -> isBack(right));
    await().atMost(PATIENCE).until(() -> problem().isEmpty());
  }

  /** The coordinator's user must not move hash slots, which shows at the first of them. */
  @Test
  void aPlanThatFailsIsTriedAgainLaterAndLaterAndOneProblemSaysSo() throws IOException {
    Files.writeString(folder.resolve("redis.password"), PASSWORD);
    login = ", username: %s, passwordFile: redis.password".formatted(StoreUser.NAME);
    start();
    await().atMost(PATIENCE).until(() -> isAtRest() || hasProblem());
    if (!hasProblem()) {
      RedisServer right = ownerOfMoved();
      cluster.redis().moveHashSlots(MOVED, right, cluster.redis().server(right.node() % NODES + 1));
    }

    await().atMost(PATIENCE).until(() -> problem().contains("failed 3 times"));

    assertThat(problem())
        .contains("move_hash_slots", "NOPERM", "The next attempt is at")
        .contains("'amoeba plans --again' retries immediately");
    assertThat(get("api/v1/plans").path("plans"))
        .filteredOn(plan -> !plan.path("state").asText().equals("stale"))
        .hasSize(3);
  }

  private void start() throws IOException {
    cluster =
        EmbeddedCluster.builder()
            .nodes(NODES)
            .redis(RedisSettings.defaults())
            .flink(FlinkSettings.of(FlinkVersion.V2_3))
            .start();
    if (!login.isEmpty()) {
      try (RedisClient client = RedisClient.create()) {
        StoreUser.set(client, cluster.redis(), RULES);
      }
    }
    assertThat(JobJar.submitKeyed(cluster, folder, NODES, folder.toString())).isNotEmpty();
    coordinator = coordinator();
  }

  private RedisServer ownerOfMoved() {
    return cluster.redis().servers().stream().filter(this::isBack).findFirst().orElseThrow();
  }

  private boolean isBack(RedisServer server) {
    return cluster.redis().hashSlotsOf(server).containsAll(MOVED);
  }

  /** Also for the plan that did it: it must have ended before somebody undoes it. */
  private boolean isMovedBack(RedisServer server) {
    return isBack(server) && get("api/v1/plans").at("/plans/0/state").asText().equals("completed");
  }

  private boolean hasProblem() {
    return !problem().isEmpty();
  }

  /** By the newest decision; before the job is settled there is no plan either. */
  private boolean isAtRest() {
    String decision = get("api/v1/decisions").at("/decisions/0/text").asText();
    return decision.startsWith("no plan: every hash slot is owned where it should be")
        || decision.startsWith("no plan: not moved: ");
  }

  private boolean isGivenUp() {
    return new CoordinatorApi(coordinator.address()).symptoms().contains("CHANGE_GIVEN_UP");
  }

  private String problem() {
    for (JsonNode symptom : get("api/v1/state").path("symptoms")) {
      if (List.of("CHANGE_HELD", "CHANGE_GIVEN_UP").contains(symptom.path("code").asText())) {
        return "%s: %s. %s"
            .formatted(
                symptom.at("/subjects/0").asText(),
                symptom.path("text").asText(),
                symptom.path("remedy").asText());
      }
    }
    return "";
  }

  private JsonNode get(String path) {
    return new CoordinatorApi(coordinator.address()).get(path);
  }

  private CoordinatorService coordinator() {
    String config =
        """
        mode: act
        interval: 200ms
        flink: {url: '%s', storeFollows: Statistics}
        redis: {endpoints: ['%s']%s}
        http: {port: 0}
        plans: {file: plans.json, measurementWindow: 1s, %s}
        """
            .formatted(
                cluster.flink().restUrl(), cluster.redis().server(1).address(), login, OTHERS_STAY);
    CoordinatorService service =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    service.start();
    return service;
  }
}
