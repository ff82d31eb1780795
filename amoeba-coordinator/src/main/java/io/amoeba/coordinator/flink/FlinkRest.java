package io.amoeba.coordinator.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Fetches JSON from Flink's REST interface. Safe for concurrent use. */
final class FlinkRest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final URI base;
  private final Duration timeout;
  private final HttpClient client;

  FlinkRest(URI base, Duration timeout) {
    this.base = base;
    this.timeout = timeout;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout)
            .build();
  }

  /**
   * The answer to a request.
   *
   * @throws IOException if there is none, or it is not 200
   */
  JsonNode get(String path) throws IOException {
    return getAll(List.of(path)).get(0);
  }

  /**
   * The answers to requests that are sent at once, in their order.
   *
   * @throws IOException if one has none, or one that is not 200
   */
  List<JsonNode> getAll(List<String> paths) throws IOException {
    List<CompletableFuture<HttpResponse<byte[]>>> pending = new ArrayList<>();
    for (String path : paths) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(base + path)).timeout(timeout).GET().build();
      pending.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray()));
    }
    List<JsonNode> answers = new ArrayList<>();
    try {
      for (int i = 0; i < paths.size(); i++) {
        answers.add(answer("GET " + base + paths.get(i), pending.get(i)));
      }
    } finally {
      pending.forEach(response -> response.cancel(true));
    }
    return answers;
  }

  private static JsonNode answer(String request, CompletableFuture<HttpResponse<byte[]>> pending)
      throws IOException {
    HttpResponse<byte[]> response;
    try {
      response = pending.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for " + request);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      String why =
          cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
      throw new IOException(request + ": " + why, cause);
    }
    if (response.statusCode() == 404) {
      throw new NotFoundException(request + " answered 404");
    }
    if (response.statusCode() != 200) {
      throw new IOException(request + " answered " + response.statusCode());
    }
    return MAPPER.readTree(response.body());
  }
}
