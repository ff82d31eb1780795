package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisBinary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real job has a node that no server of a real Redis Cluster is on, and a command that starts
 * one.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class StartServersIT {

  private static final int NODES = NewNode.NODES;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir static Path folder = Path.of("");
  private static EmbeddedCluster cluster;
  private static String job = "";
  private static int port;

  private Optional<CoordinatorService> coordinator = Optional.empty();
  private PlanDriver plans;

  @BeforeAll
  static void startClusters() throws IOException {
    NewNode started = NewNode.start(folder);
    cluster = started.cluster();
    job = started.job();
    port = cluster.ports().next(EmbeddedCluster.nodeHost(NODES));
  }

  @AfterAll
  static void endClusters() throws IOException {
    Path pid = folder.resolve("redis.pid");
    if (Files.exists(pid)) {
      ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
    cluster.close();
  }

  @AfterEach
  void endCoordinator() {
    coordinator.ifPresent(CoordinatorService::close);
  }

  @Test
  void aServerIsStartedByTheCommandAndTheStoreCanGrowToIt() throws IOException {
    Files.writeString(folder.resolve("refuses"), "");
    Path script =
        Files.writeString(
            folder.resolve("start-redis"),
            """
            if [ -e %1$s/refuses ]; then echo no room on $1; exit 7; fi
            echo "$1 $2 $3" >> %1$s/asked
            exec %2$s --bind $1 --cluster-announce-ip $1 --port $2 --cluster-enabled yes --cluster-config-file %1$s/nodes-$2 \
              --daemonize yes --save '' --dir %1$s --pidfile %1$s/redis.pid
            """
                .formatted(folder, RedisBinary.find(folder).executable()));
    String host = EmbeddedCluster.nodeHost(NODES);

    start(script);
    JsonNode plan = plans.awaitProposed();
    assertThat(plan.path("action").asText()).isEqualTo("start_servers");
    assertThat(plan.at("/startServers/servers").toString())
        .isEqualTo("[{\"node\":\"%1$s\",\"address\":\"%1$s:%2$d\"}]".formatted(host, port));
    plans.approve(plan.path("id").asText());
    plans.awaitEnd(plan.path("id").asText(), "failed");
    assertThat(plans.plan(plan.path("id").asText()).toString())
        .contains("exit code 7; it said: no room on " + host);
    JsonNode other = plans.awaitProposed();
    assertThat(other.path("action").asText()).as("without the server").isEqualTo("align_routing");
    plans.order(other.path("id").asText(), "reject");
    plans.awaiting(
        () ->
            plans.get("api/v1/decisions").toString().contains("not created again: start_servers"));

    Files.delete(folder.resolve("refuses"));
    var unused = plans.api().send("POST", "api/v1/plans", "{}", 202);
    JsonNode again = plans.awaitProposed();
    plans.approve(again.path("id").asText());
    plans.awaitEnd(again.path("id").asText(), "completed");

    assertThat(folder.resolve("asked")).hasContent(host + " " + port + " " + host);
    JsonNode growth = plans.awaitProposed();
    assertThat(growth.path("action").asText()).isEqualTo("grow_store");
    assertThat(growth.at("/growStore/moves/0/to").asText()).isEqualTo(host + ":" + port);
    plans.approve(growth.path("id").asText());
    plans.awaitEnd(growth.path("id").asText(), "completed");
    assertThat(Files.readAllLines(folder.resolve("asked"))).as("started once").hasSize(1);
  }

  private void start(Path script) {
    String config =
        """
        interval: 200ms
        flink: {url: '%s'}
        redis: {endpoints: ['%s']}
        http: {port: 0}
        plans:
          file: plans.json
          measurementWindow: 1s
          growth:
            servers: command
            command: [/bin/sh, '%s', '{host}', '{port}', '{node}']
            port: %d
        """
            .formatted(
                cluster.flink().restUrl(), cluster.redis().server(1).address(), script, port);
    CoordinatorService service =
        new CoordinatorService(ConfigReader.parse(config, "test", folder), Clock.systemUTC());
    service.start();
    coordinator = Optional.of(service);
    plans =
        PlanDriver.of(
            service.address(), new ProtocolTaskManager(service.address(), job, 1, 2, 3), PATIENCE);
  }
}
