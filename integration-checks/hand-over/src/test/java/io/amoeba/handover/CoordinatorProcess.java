package io.amoeba.handover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The real coordinator as a process of its own, and its HTTP interface. */
final class CoordinatorProcess {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final EmbeddedCluster cluster;
  private final Path config;
  private final String url;
  private int starts;
  private ServerProcess process;

  CoordinatorProcess(EmbeddedCluster cluster, int port, Path folder) throws IOException {
    this(cluster, port, folder, "");
  }

  /** Of the job with this name, or of the only one if it is empty. */
  CoordinatorProcess(EmbeddedCluster cluster, int port, Path folder, String job)
      throws IOException {
    this.cluster = cluster;
    this.url = "http://127.0.0.1:" + port;
    this.config =
        Files.writeString(
            folder.resolve("coordinator.yaml"),
            """
            mode: act
            interval: 200ms
            flink:
              url: %s%s
            redis:
              endpoints: ["%s"]
            http:
              port: %d
            stateFile: %s
            """
                .formatted(
                    cluster.flink().restUrl(),
                    job.isEmpty() ? "" : "\n  job: " + job,
                    cluster.redis().server(1).address(),
                    port,
                    folder.resolve("coordinator.state")));
    this.process = launch();
  }

  private ServerProcess launch() {
    starts++;
    JavaCommand java =
        new JavaCommand(
            List.of("-Xmx128m", JavaCommand.QUICK_START),
            List.of(
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path"))),
            "io.amoeba.coordinator.cli.AmoebaCommand",
            List.of("coordinator", "--config", config.toString()));
    ServerProcess started =
        cluster.launcher().start(ServerKind.COORDINATOR, "coordinator-" + starts, java.words());
    started.awaitReady(Duration.ofMinutes(3), () -> get("/health") != null);
    return started;
  }

  void kill() {
    process.kill();
  }

  void startAgain() {
    process = launch();
  }

  private JsonNode get(String path) throws IOException {
    return send("GET", path, HttpRequest.BodyPublishers.noBody());
  }

  private JsonNode send(String method, String path, HttpRequest.BodyPublisher body)
      throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(Duration.ofSeconds(5))
            .header("Content-Type", "application/json")
            .method(method, body)
            .build();
    try {
      HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() / 100 != 2) {
        throw new IOException(path + ": HTTP " + response.statusCode() + " " + response.body());
      }
      return JSON.readTree(response.body().startsWith("{") ? response.body() : "{}");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  void startDrill(int everyMillis) throws IOException {
    send(
        "PUT",
        "/api/v1/drill",
        HttpRequest.BodyPublishers.ofString("{\"everyMillis\": " + everyMillis + "}"));
  }

  /** Begins a drill; fails as long as the coordinator refuses it, until a map is complete. */
  boolean drillBegins(int everyMillis) throws IOException {
    startDrill(everyMillis);
    return true;
  }

  void stopDrill() throws IOException {
    send("DELETE", "/api/v1/drill", HttpRequest.BodyPublishers.noBody());
  }

  int completedSwitches() throws IOException {
    return get("/api/v1/drill").path("completedSwitches").asInt();
  }

  boolean drillIsIdle() throws IOException {
    return get("/api/v1/drill").path("activity").asText().equals("idle");
  }

  /** Number of the placement document, which is another one whenever anything in it changes. */
  long documentVersion() throws IOException {
    return get("/api/v1/placement?taskManager=probe").path("version").asLong();
  }

  JsonNode state() throws IOException {
    return get("/api/v1/state");
  }

  /** Whether the receiving operator routes every hash slot to its primary's host. */
  boolean isAligned() throws IOException {
    for (JsonNode operator : state().path("operators")) {
      if (operator.path("name").asText().equals(HandOverCheckJob.OPERATOR)) {
        return operator.path("alignedShare").asDouble() >= 1.0;
      }
    }
    return false;
  }
}
