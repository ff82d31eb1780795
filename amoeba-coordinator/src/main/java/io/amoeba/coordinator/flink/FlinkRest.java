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
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + path)).timeout(timeout).GET().build();
    HttpResponse<byte[]> response;
    try {
      response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for " + request.uri());
    } catch (IOException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new IOException("GET " + request.uri() + ": " + why, e);
    }
    if (response.statusCode() == 404) {
      throw new NotFoundException("GET " + request.uri() + " answered 404");
    }
    if (response.statusCode() != 200) {
      throw new IOException("GET " + request.uri() + " answered " + response.statusCode());
    }
    return MAPPER.readTree(response.body());
  }
}
