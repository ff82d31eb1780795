package io.amoeba.embedded.flink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.embedded.process.ServerException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests to Flink's REST interface. Errors and answers of them are {@link ServerException}s. Safe
 * for concurrent use.
 */
final class FlinkRest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int ATTEMPTS = 5;
  private static final long RETRY_NANOS = 200_000_000;
  private static final int SHOWN_CHARACTERS = 2_000;
  private static final String BOUNDARY = "amoeba-job-jar-boundary";

  private final URI url;
  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  FlinkRest(URI url) {
    this.url = url;
  }

  URI url() {
    return url;
  }

  ObjectNode object() {
    return json.createObjectNode();
  }

  /**
   * Sends GET. Flink answers with a server error when an entry of its cache expires at that moment
   * (DefaultExecutionGraphCache); then the request is repeated.
   */
  JsonNode get(String path) {
    HttpRequest request = request(path).GET().build();
    HttpResponse<String> response = send(request);
    for (int attempt = 1; response.statusCode() >= 500 && attempt < ATTEMPTS; attempt++) {
      LockSupport.parkNanos(RETRY_NANOS);
      response = send(request);
    }
    return body(response);
  }

  JsonNode post(String path, JsonNode body) {
    return body(
        send(
            request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build()));
  }

  void patch(String path) {
    body(send(request(path).method("PATCH", BodyPublishers.noBody()).build()));
  }

  JsonNode upload(String path, Path file) {
    return body(
        send(
            request(path)
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(multipart(file))
                .build()));
  }

  private static BodyPublisher multipart(Path file) {
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\"%s\"\r\nContent-Type: application/x-java-archive\r\n\r\n"
            .formatted(BOUNDARY, file.getFileName());
    String tail = "\r\n--" + BOUNDARY + "--\r\n";
    try {
      return BodyPublishers.concat(
          BodyPublishers.ofString(head),
          BodyPublishers.ofFile(file),
          BodyPublishers.ofString(tail));
    } catch (FileNotFoundException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(url.resolve(path)).timeout(TIMEOUT);
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new ServerException(named(request) + " failed: " + e + ". Does the JobManager run?", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException(named(request) + " was interrupted", e);
    }
  }

  private JsonNode body(HttpResponse<String> response) {
    String body = response.body();
    if (response.statusCode() >= 300) {
      throw new ServerException(
          "%s was answered with %d: %s"
              .formatted(
                  named(response.request()),
                  response.statusCode(),
                  body.substring(0, Math.min(body.length(), SHOWN_CHARACTERS))));
    }
    try {
      return json.readTree(body);
    } catch (JsonProcessingException e) {
      throw new ServerException(named(response.request()) + " was not answered with JSON", e);
    }
  }

  private static String named(HttpRequest request) {
    return request.method() + " " + request.uri();
  }
}
