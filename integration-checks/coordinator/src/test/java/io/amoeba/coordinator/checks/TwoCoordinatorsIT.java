package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.partitioner.placement.HashSlot;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two coordinators as processes of their own, for a real Flink and a real Redis Cluster whose store
 * grows under acknowledged writes while the lead changes.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class TwoCoordinatorsIT {

  private static final int NODES = NewNode.NODES;
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Pattern NAME = Pattern.compile(" name=(\\S+)");
  private static final RedisClient REDIS = RedisClient.create();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir static Path folder = Path.of("");
  private static EmbeddedCluster cluster;
  private static String job = "";

  @BeforeAll
  static void startClusters() throws IOException {
    NewNode started = NewNode.start(folder);
    cluster = started.cluster();
    job = started.job();
    cluster.redis().startNode(NODES);
  }

  @AfterAll
  static void endClusters() {
    REDIS.shutdown();
    cluster.close();
  }

  /** A coordinator's process, which may be started more than once. */
  private static final class Candidate {
    private final String name;
    private final String address;
    private final Path config;
    private int starts;
    private ServerProcess process;

    Candidate(String name) throws IOException {
      this.name = name;
      int port = cluster.ports().next("127.0.0.1");
      this.address = "http://127.0.0.1:" + port + "/";
      this.config =
          Files.writeString(
              folder.resolve(name + ".yaml"),
              """
              interval: 200ms
              flink: {url: '%s'}
              redis: {endpoints: ['%s']}
              http: {port: %d}
              lease: {folder: terms, duration: 10s}
              plans:
                measurementWindow: 1s
                growth: {servers: members}
                moves: {maxKeysPerSecond: 150, keysPerMigrate: 10}
              """
                  .formatted(cluster.flink().restUrl(), cluster.redis().server(1).address(), port));
      start();
    }

    void start() {
      starts++;
      process =
          cluster
              .launcher()
              .start(
                  ServerKind.COORDINATOR,
                  "coordinator-" + name + "-" + starts,
                  new JavaCommand(
                          List.of("-Xmx160m", "-XX:+UseSerialGC", JavaCommand.QUICK_START),
                          List.of(System.getProperty("java.class.path")),
                          "io.amoeba.coordinator.cli.AmoebaCommand",
                          List.of("coordinator", "--config", config.toString()))
                      .words());
      process.awaitReady(PATIENCE, () -> status("health") == 200);
    }

    int status(String path) {
      try {
        return CLIENT
            .send(
                HttpRequest.newBuilder(URI.create(address + path))
                    .timeout(Duration.ofSeconds(2))
                    .build(),
                HttpResponse.BodyHandlers.discarding())
            .statusCode();
      } catch (IOException e) {
        return -1;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }

    boolean leads() {
      return status("ready") == 200;
    }

    JsonNode get(String path) {
      return new CoordinatorApi(address).get(path);
    }

    /** It listens before it has read who leads, and notices late that it leads no more. */
    void awaitStandingBy(Candidate leader, int term) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(refusal()).contains(leader.address + " leads (term " + term + ")");
                assertThat(meters())
                    .contains("amoeba_lease_leads 0.0", "amoeba_lease_term " + term + ".0");
              });
    }

    /** What it answers to everything while another one leads. */
    private String refusal() {
      return new CoordinatorApi(address).send("GET", "api/v1/state", "", 503).toString();
    }

    /** What Prometheus reads, also from one that stands by. */
    List<String> meters() throws IOException, InterruptedException {
      HttpResponse<String> answer =
          CLIENT.send(
              HttpRequest.newBuilder(URI.create(address + "metrics")).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      return answer.body().lines().toList();
    }

    long term() {
      return get("api/v1/lease").path("term").asLong();
    }
  }

  @Test
  void pausedLeaderIsReplacedInTheMiddleOfMovesAndDoesNothingWhenItWakes() throws Exception {
    Files.createDirectory(folder.resolve("terms"));
    Candidate first = new Candidate("first");
    await().atMost(PATIENCE).until(first::leads);
    Candidate second = new Candidate("second");
    assertThat(first.term()).isEqualTo(1);
    assertThat(second.leads()).isFalse();
    second.awaitStandingBy(first, 1);
    assertThat(first.meters()).contains("amoeba_lease_leads 1.0", "amoeba_plans_paused 0.0");
    assertThat(second.meters()).noneMatch(line -> line.startsWith("amoeba_plans"));

    try (AcknowledgedWrites writes =
        new AcknowledgedWrites(cluster.redis().server(1).uri(), 0, 1_000, 1)) {
      String plan = approveGrowth(first);
      int before = owned(NODES);
      awaiting(first, () -> owned(NODES) > before + 100);

      assertThat(connectionNames()).contains("amoeba-coordinator-1");
      assertThat(cluster.redis().servers())
          .as("all drivers share one")
          .allMatch(s -> Collections.frequency(connectionNames(s), "amoeba-coordinator-1") <= 1);
      first.process.pause();
      await().atMost(PATIENCE).until(second::leads);
      assertThat(second.term()).isEqualTo(2);
      assertThat(connectionNames())
          .as("those of term 1 were ended")
          .doesNotContain("amoeba-coordinator-1");
      int taken = owned(NODES);
      assertThat(taken).as("in the middle").isLessThan(HashSlot.COUNT / NODES);
      awaiting(second, () -> owned(NODES) > taken + 100);
      assertThat(connectionNames()).contains("amoeba-coordinator-2");
      first.process.resume();

      awaitCompleted(second, plan);
      assertThat(first.leads()).isFalse();
      first.awaitStandingBy(second, 2);
      assertThat(owned(NODES)).isIn(HashSlot.COUNT / NODES, HashSlot.COUNT / NODES + 1);
      // The look that is shown may have been before the plan's end.
      new CoordinatorApi(second.address).awaitLooks(2, PATIENCE);
      assertThat(second.get("api/v1/state").path("symptoms").toString())
          .doesNotContain("open")
          .doesNotContain("half");
      writes.awaitMore(100);
      writes.endAndCheck();
    }

    second.process.kill();
    await().atMost(PATIENCE).until(first::leads);
    assertThat(first.term()).isEqualTo(3);
    assertThat(first.get("api/v1/plans").toString()).contains("\"completed\"");

    second.start();
    first.process.stop();
    await().atMost(PATIENCE).until(second::leads);
    assertThat(second.term()).as("after the first has resigned").isEqualTo(4);
    second.process.stop();
  }

  private static String approveGrowth(Candidate leader) {
    awaiting(
        leader, () -> leader.get("api/v1/status").at("/plan/state").asText().equals("proposed"));
    JsonNode plan = leader.get("api/v1/status").path("plan");
    assertThat(plan.path("action").asText()).isEqualTo("grow_store");
    String id = plan.path("id").asText();
    var unused =
        new CoordinatorApi(leader.address)
            .send("POST", "api/v1/plans/" + id + "/approve", "{}", 200);
    return id;
  }

  private static void awaitCompleted(Candidate leader, String id) {
    awaiting(
        leader,
        () -> {
          JsonNode plan = leader.get("api/v1/plans/" + id);
          assertThat(plan.path("state").asText()).as("%s", plan).isIn("executing", "completed");
          return plan.path("state").asText().equals("completed");
        });
  }

  /** Of all connections to all servers. */
  private static Set<String> connectionNames() {
    Set<String> names = new TreeSet<>();
    cluster.redis().servers().forEach(server -> names.addAll(connectionNames(server)));
    return names;
  }

  /** Of each connection to a server. */
  private static List<String> connectionNames(RedisServer server) {
    try (StatefulRedisConnection<String, String> connection = REDIS.connect(server.uri())) {
      return NAME.matcher(connection.sync().clientList())
          .results()
          .map(name -> name.group(1))
          .toList();
    }
  }

  /** Hash slots of a node's server. */
  private static int owned(int node) {
    return cluster.redis().hashSlotsOf(cluster.redis().server(node)).size();
  }

  private static void awaiting(Candidate leader, ProtocolTaskManager.Condition condition) {
    new ProtocolTaskManager(leader.address, job, 1, 2, 3).stepUntil(PATIENCE, condition);
  }
}
