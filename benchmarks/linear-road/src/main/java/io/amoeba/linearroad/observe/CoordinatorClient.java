package io.amoeba.linearroad.observe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

/**
 * The coordinator's HTTP interface. A rejection, or no response, is an {@link IOException}. Safe
 * for concurrent use.
 */
public final class CoordinatorClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final String DRILL = "/api/v1/drill";

  private final CoordinatorAddress address;
  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  /** A client of the coordinator at this address. */
  public CoordinatorClient(CoordinatorAddress address) {
    this.address = address;
  }

  /** Where the page is. */
  public URI url() {
    return address.url();
  }

  /** Whether it responds. */
  public boolean isHealthy() throws IOException, InterruptedException {
    return http.send(request("/health").GET().build(), BodyHandlers.discarding()).statusCode()
        == 200;
  }

  /** Its current state. */
  public CoordinatorState state() throws IOException, InterruptedException {
    return CoordinatorState.of(json(request("/api/v1/state").GET()));
  }

  /** Lets it execute its plans. */
  public void act() throws IOException, InterruptedException {
    json(put("/api/v1/mode", "{\"mode\":\"act\"}"));
  }

  /** Lets it plan, but change nothing. */
  public void observe() throws IOException, InterruptedException {
    json(put("/api/v1/mode", "{\"mode\":\"observe\"}"));
  }

  /**
   * Starts a drill, which changes the maps repeatedly.
   *
   * @param other the maps to alternate with: {@code rotated} or {@code hash}
   */
  public void startDrill(Duration every, String other) throws IOException, InterruptedException {
    json(put(DRILL, "{\"everyMillis\":%d,\"other\":\"%s\"}".formatted(every.toMillis(), other)));
  }

  /** Ends the drill; it then returns to the planned maps. */
  public void stopDrill() throws IOException, InterruptedException {
    json(request(DRILL).DELETE());
  }

  /**
   * Lets a replica lead in place of a server until {@link #takeBack}.
   *
   * @param server its address, {@code host:port}
   * @param longest after which the server leads again by itself
   */
  public OrderedPlan handOver(String server, String replica, Duration longest)
      throws IOException, InterruptedException {
    return OrderedPlan.of(
        json(
            post(
                "/api/v1/hand-over",
                "{\"server\":\"%s\",\"to\":\"%s\",\"longestMillis\":%d}"
                    .formatted(server, replica, longest.toMillis()))));
  }

  /** Lets a server lead again. */
  public OrderedPlan takeBack(String server) throws IOException, InterruptedException {
    return OrderedPlan.of(json(post("/api/v1/take-back", "{\"server\":\"%s\"}".formatted(server))));
  }

  /** A plan as it is now. */
  public OrderedPlan plan(String id) throws IOException, InterruptedException {
    return OrderedPlan.of(json(request("/api/v1/plans/" + id).GET()));
  }

  /** The newest plan with such an action, if there is one. */
  public Optional<OrderedPlan> newestPlan(String action) throws IOException, InterruptedException {
    for (JsonNode plan : json(request("/api/v1/plans").GET()).path("plans")) {
      if (plan.path("action").asText().equals(action)) {
        return Optional.of(OrderedPlan.of(plan));
      }
    }
    return Optional.empty();
  }

  private HttpRequest.Builder post(String path, String body) throws IOException {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body));
  }

  private HttpRequest.Builder put(String path, String body) throws IOException {
    return request(path)
        .header("Content-Type", "application/json")
        .PUT(BodyPublishers.ofString(body));
  }

  private HttpRequest.Builder request(String path) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.url().resolve(path)).timeout(TIMEOUT);
    if (address.tokenFile().isPresent()) {
      String token = Files.readString(address.tokenFile().get()).strip();
      request.header("Authorization", "Bearer " + token);
    }
    return request;
  }

  private JsonNode json(HttpRequest.Builder builder) throws IOException, InterruptedException {
    HttpRequest request = builder.build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    if (response.statusCode() >= 300) {
      throw new IOException(
          "%s %s was answered with %d: %s"
              .formatted(request.method(), request.uri(), response.statusCode(), response.body()));
    }
    try {
      return json.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new IOException(request.uri() + " was not answered with JSON", e);
    }
  }
}
