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
import java.util.Set;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import org.awaitility.core.ConditionTimeoutException;

/** An approver of a coordinator's plans, through its HTTP interface. */
final class Person {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final int OK = 200;
  private static final int ACCEPTED = 202;
  private static final Set<String> ENDED = Set.of("completed", "failed", "aborted");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http;
  private final URI server;
  private final String token;

  private Person(URI server, HttpClient http, String token) {
    this.server = server;
    this.http = http;
    this.token = token;
  }

  /**
   * A person.
   *
   * @param url of the coordinator: {@code https://127.0.0.1:49153}
   * @param token none where it is empty
   */
  static Person of(String url, SSLContext tls, String token) {
    HttpClient http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(tls).build();
    return new Person(URI.create(url), http, token);
  }

  /** From now on plans are made, and wait. */
  void wantsProposals() {
    send("PUT", "/api/v1/mode", "{\"mode\":\"propose\"}");
  }

  /** Waits for a plan, approves it and waits until it is completed; the plan as it was proposed. */
  JsonNode approvesNext() {
    JsonNode plan = approves();
    JsonNode ended = awaitsEnd(plan);
    assertThat(ended.path("state").asText()).as("%s", ended).isEqualTo("completed");
    return plan;
  }

  /** Waits for a plan and approves it; the plan as it was proposed. */
  JsonNode approves() {
    awaits(() -> get("/api/v1/status").at("/plan/state").asText().equals("proposed"));
    JsonNode plan = get("/api/v1/status").path("plan");
    send("POST", path(plan) + "/approve", "{}");
    return plan;
  }

  /** Wants a plan although the last one of its kind has failed. */
  void wantsAnotherPlan() {
    send("POST", "/api/v1/plans", "{}");
  }

  /** The plan as it is now. */
  JsonNode sees(JsonNode plan) {
    return get(path(plan));
  }

  /** Waits until a plan has ended; the plan as it is then. */
  JsonNode awaitsEnd(JsonNode plan) {
    try {
      awaits(() -> ENDED.contains(sees(plan).path("state").asText()));
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("the plan does not end: " + sees(plan), e);
    }
    return sees(plan);
  }

  private static String path(JsonNode plan) {
    return "/api/v1/plans/" + plan.path("id").asText();
  }

  void puts(String path, String body) {
    send("PUT", path, body);
  }

  void awaits(Callable<Boolean> condition) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).until(condition);
  }

  JsonNode get(String path) {
    return answer(request(path).GET());
  }

  private void send(String method, String path, String body) {
    var unused =
        answer(
            request(path)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private JsonNode answer(HttpRequest.Builder builder) {
    HttpRequest request = builder.build();
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).as("%s: %s", request, response.body()).isIn(OK, ACCEPTED);
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
