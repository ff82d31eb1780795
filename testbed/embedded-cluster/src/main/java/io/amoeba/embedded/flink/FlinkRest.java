package io.amoeba.embedded.flink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Requests to Flink's REST interface. Safe for concurrent use. */
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
   * Asks for something. A question that meets an entry of Flink's cache while that expires is
   * answered with a server error (DefaultExecutionGraphCache); then it is put again.
   */
  JsonNode get(String path) {
    for (int attempt = 1; ; attempt++) {
      try {
        return send(request(path).GET());
      } catch (FlinkRestException e) {
        if (!e.isServerError() || attempt == ATTEMPTS) {
          throw e;
        }
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  JsonNode post(String path, JsonNode body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString())));
  }

  void patch(String path) {
    send(request(path).method("PATCH", BodyPublishers.noBody()));
  }

  JsonNode upload(String path, Path file) {
    return send(
        request(path)
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .POST(multipart(file)));
  }

  private static BodyPublisher multipart(Path file) {
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\"%s\"\r\nContent-Type: application/x-java-archive\r\n\r\n"
            .formatted(BOUNDARY, file.getFileName());
    String tail = "\r\n--" + BOUNDARY + "--\r\n";
    return BodyPublishers.ofInputStream(
        () -> {
          try {
            List<InputStream> parts = List.of(bytes(head), Files.newInputStream(file), bytes(tail));
            return new SequenceInputStream(Collections.enumeration(parts));
          } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
          }
        });
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(url.resolve(path)).timeout(TIMEOUT);
  }

  private JsonNode send(HttpRequest.Builder builder) {
    HttpRequest request = builder.build();
    String what = request.method() + " " + request.uri();
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        String body = response.body();
        throw new FlinkRestException(
            "%s was answered with %d: %s"
                .formatted(
                    what,
                    response.statusCode(),
                    body.substring(0, Math.min(body.length(), SHOWN_CHARACTERS))),
            response.statusCode());
      }
      return json.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new FlinkRestException(what + " was not answered with JSON", e);
    } catch (IOException e) {
      throw new FlinkRestException(what + " failed: " + e + ". Does the JobManager run?", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlinkRestException(what + " was interrupted", e);
    }
  }
}
