package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Callable;

/** A person who looks at a coordinator's plans and approves them, by its HTTP interface. */
final class Person {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI coordinator;

  /**
   * A person.
   *
   * @param address where the coordinator is: {@code 127.0.0.1:49153}
   */
  Person(String address) {
    this.coordinator = URI.create("http://" + address);
  }

  /** From now on plans are made, and wait. */
  void wantsProposals() {
    send("PUT", "/api/v1/mode", "{\"mode\":\"propose\"}");
  }

  /** The plan that waits, when there is one. */
  JsonNode awaitProposed() {
    awaiting(() -> get("/api/v1/status").at("/plan/state").asText().equals("proposed"));
    return get("/api/v1/status").path("plan");
  }

  void approves(String plan) {
    send("POST", "/api/v1/plans/" + plan + "/approve", "{}");
  }

  void awaitCompleted(String plan) {
    awaiting(() -> get("/api/v1/plans/" + plan).path("state").asText().equals("completed"));
  }

  private static void awaiting(Callable<Boolean> condition) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).until(condition);
  }

  JsonNode get(String path) {
    return answer(HttpRequest.newBuilder(coordinator.resolve(path)).GET().build());
  }

  private void send(String method, String path, String body) {
    var unused =
        answer(
            HttpRequest.newBuilder(coordinator.resolve(path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build());
  }

  private JsonNode answer(HttpRequest request) {
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).as("%s: %s", request, response.body()).isEqualTo(200);
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
