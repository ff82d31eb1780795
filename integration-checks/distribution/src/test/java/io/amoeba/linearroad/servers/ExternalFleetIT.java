package io.amoeba.linearroad.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.job.history.StoreContents;
import io.amoeba.linearroad.kafka.Topics;
import io.amoeba.linearroad.observe.CoordinatorAddress;
import io.amoeba.linearroad.observe.CoordinatorClient;
import io.amoeba.linearroad.run.LinearRoadRun;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.linearroad.run.RunView;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.run.When;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Linear Road on servers that it did not start, and that keep running afterwards. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
@TestInstance(Lifecycle.PER_CLASS)
class ExternalFleetIT {
  private static final int NODES = 2;

  @TempDir private static Path folder = Path.of("");
  private final Distribution distribution = Distribution.locate();
  private EmbeddedCluster cluster;
  private ExternalServers servers;

  @BeforeAll
  void startServers() throws IOException {
    FleetOptions options = fleet(NODES);
    CoordinatorClient coordinator;
    try (ServerSocket port = HeldPort.hold(0)) {
      coordinator =
          new CoordinatorClient(
              CoordinatorAddress.of(URI.create("http://127.0.0.1:" + port.getLocalPort())));
      cluster =
          EmbeddedCluster.builder()
              .nodes(NODES)
              .flink(EmbeddedFleet.flink(options, distribution, coordinator.url()))
              .redis(RedisSettings.defaults())
              .kafka()
              .start();
    }
    List<String> redis = cluster.redis().servers().stream().map(RedisServer::address).toList();
    Endpoints endpoints = EmbeddedFleet.endpoints(cluster, redis, coordinator.url());
    Topics topics = new Topics(endpoints.kafka(), "", options.partitions());
    CoordinatorProcess.launch(
            cluster,
            CoordinatorConfiguration.text(
                new JobDeployment(options, endpoints, topics, distribution)),
            distribution,
            coordinator)
        .awaitReady();
    servers =
        new ExternalServers(
            new Endpoints(
                cluster.flink().restUrl(),
                cluster.kafka().bootstrapServers(),
                List.of("redis://" + cluster.redis().servers().get(0).address()),
                CoordinatorAddress.of(coordinator.url()),
                folder,
                "Flink's own logs"),
            false);
  }

  @AfterAll
  void endServers() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /**
   * The job of the test before has ended, and Flink counts its task slots as free a moment later.
   */
  @BeforeEach
  void awaitFreeTaskSlots() {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> cluster.flink().get("/overview").path("slots-available").asInt() == NODES);
  }

  @Test
  void aRunLeavesTheServersAsTheyWere() throws Exception {
    List<String> jobsBefore = jobs().findValuesAsText("id");

    RunResult result = run(servers);

    assertThat(result.failures()).isEmpty();
    assertThat(result.checks().answers().checked()).isPositive();
    assertThat(folder).isEmptyDirectory();
    assertThat(topics()).noneMatch(name -> name.startsWith("linear-road"));
    assertThat(jobs())
        .filteredOn(job -> !jobsBefore.contains(job.path("id").asText()))
        .extracting(job -> job.path("status").asText())
        .containsExactly("FINISHED");

    // What the run wrote is still there: another one must not mix with it.
    assertThatThrownBy(() -> run(servers))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("keys")
        .hasMessageContaining("--empty-redis");
    assertThat(topics()).noneMatch(name -> name.startsWith("linear-road"));
    try (StoreContents contents = StoreContents.connect(servers.endpoints().redis())) {
      contents.clear();
      assertThat(contents.keys()).isZero();
    }
  }

  @Test
  void aCoordinatorThatActsObservesFromTheStartOfARun() throws Exception {
    CoordinatorClient coordinator = new CoordinatorClient(servers.endpoints().coordinator());
    coordinator.act();

    try (Fleet fleet = ExternalFleet.start(fleet(NODES), servers, distribution)) {
      assertThat(coordinator.state().mode()).isEqualTo("observe");
      assertThat(fleet.job().state()).isIn("CREATED", "RUNNING");
    }
  }

  @Test
  void allMissingServersAreReportedAtOnce() throws Exception {
    String nowhere = "127.0.0.1:" + cluster.ports().next("127.0.0.1");
    ExternalServers wrong =
        new ExternalServers(
            new Endpoints(
                URI.create("http://" + nowhere),
                nowhere,
                List.of("redis://" + nowhere),
                CoordinatorAddress.of(URI.create("http://" + nowhere)),
                folder.resolve("missing"),
                "nowhere"),
            false);

    assertThat(ServerChecks.problems(wrong, 1))
        .satisfiesExactly(
            p -> assertThat(p).contains("--flink", nowhere),
            p -> assertThat(p).contains("--kafka", nowhere),
            p -> assertThat(p).contains("--redis", nowhere),
            p -> assertThat(p).contains("--coordinator", nowhere),
            p -> assertThat(p).contains("--shared-folder", "missing"));
    assertThat(ServerChecks.problems(servers, NODES + 1))
        .singleElement()
        .asString()
        .contains("free task slots", "needs 3");
  }

  private JsonNode jobs() {
    return cluster.flink().get("/jobs").path("jobs");
  }

  private RunResult run(ExternalServers on) throws IOException, InterruptedException {
    RunOptions options =
        new RunOptions(
            fleet(NODES),
            on,
            new Traffic.Generated(
                TrafficMode.STEADY,
                1,
                TrafficMode.STEADY.defaultVehiclesPerExpressway(),
                3,
                Duration.ofSeconds(15)),
            new Pace.Fastest(),
            new RunOptions.Alignment(new When.AfterPart(0.3), null),
            List.of());
    return new LinearRoadRun(options, distribution, new SilentView()).run();
  }

  private FleetOptions fleet(int nodes) {
    return new FleetOptions(
        nodes,
        1,
        FleetOptions.Layout.TOGETHER,
        0,
        0,
        new FleetOptions.JobSettings(
            false, false, 64, null, Duration.ofMillis(5), Duration.ofSeconds(1), true, true),
        0,
        false,
        folder);
  }

  private List<String> topics() throws Exception {
    try (Admin admin =
        Admin.create(
            Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.endpoints().kafka()))) {
      return new ArrayList<>(admin.listTopics().names().get());
    }
  }

  private static final class SilentView implements RunView {
    @Override
    public void line(String text) {}

    @Override
    public void status(LiveStatus status) {}
  }
}
