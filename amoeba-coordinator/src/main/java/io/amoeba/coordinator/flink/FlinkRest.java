package io.amoeba.coordinator.flink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.config.ClientTls;
import io.amoeba.coordinator.config.FlinkSettings;
import io.amoeba.coordinator.config.RequestHeader;
import io.amoeba.coordinator.config.Secret;
import io.amoeba.coordinator.text.PrintableJson;
import io.amoeba.coordinator.text.PrintableText;
import io.amoeba.coordinator.tls.ClientStores;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.zip.GZIPInputStream;

/** Requests to Flink's REST interface. Safe for concurrent use. */
final class FlinkRest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Fields with stack traces, of which the {@linkplain Causes cause} alone is shown. */
  private static final Set<String> TRACES = Set.of("stacktrace", "stack-trace");

  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;
  private static final int FIRST_ERROR = 300;

  /** Of a compressed answer, so that a few bytes do not become a heap full. */
  private static final int MOST_BYTES = 64 << 20;

  /** What is shown of an error, in characters. */
  private static final int SHOWN = 400;

  private final URI base;
  private final Duration timeout;
  private final List<RequestHeader> headers;
  private final HttpClient client;

  FlinkRest(FlinkSettings settings) {
    this.base = settings.url();
    this.timeout = settings.timeout();
    this.headers = settings.headers();
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(timeout);
    if (!settings.tls().equals(ClientTls.PLAIN)) {
      builder.sslContext(ClientStores.of(settings.tls()).context());
    }
    this.client = builder.build();
  }

  private HttpRequest.Builder request(String path, Duration longest) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).timeout(longest);
    for (RequestHeader header : headers) {
      try {
        request.header(header.name(), header.current());
      } catch (IllegalArgumentException e) {
        // The value is not told: it may be a secret.
        throw new IOException(
            "the header %s cannot be sent: write its value into %s, as one line"
                .formatted(header.name(), header.secret().map(Secret::toString).orElse("")));
      }
    }
    return request;
  }

  /** Paths hold ids that Flink has told. */
  private URI uri(String path) throws IOException {
    try {
      return new URI(base + path);
    } catch (URISyntaxException e) {
      throw new IOException("Flink returned an invalid id: " + PrintableText.line(path), e);
    }
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /**
   * The answer to a request.
   *
   * @throws IOException if there is none, or it is an error
   */
  JsonNode get(String path) throws IOException {
    return getAll(List.of(path)).get(0);
  }

  /**
   * The answers to requests that are sent at once, in their order.
   *
   * @throws IOException if one has none, or one that is an error
   */
  List<JsonNode> getAll(List<String> paths) throws IOException {
    List<CompletableFuture<HttpResponse<byte[]>>> pending = new ArrayList<>();
    for (String path : paths) {
      HttpRequest request = request(path, timeout).GET().build();
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

  /**
   * The answer to a request that changes something.
   *
   * @param longest how long it may take
   * @throws RefusedException if the answer is an error, so that nothing was changed
   * @throws IOException if there is none
   */
  JsonNode send(String method, String path, ObjectNode body, Duration longest) throws IOException {
    return send(
        method, path, "application/json", BodyPublishers.ofString(body.toString()), longest);
  }

  /**
   * The answer to a file.
   *
   * @throws RefusedException if the answer is an error
   * @throws IOException if there is none, or the file cannot be read
   */
  JsonNode upload(String path, Path file, Duration longest) throws IOException {
    String boundary = "amoeba-" + UUID.randomUUID();
    return send(
        "POST",
        path,
        "multipart/form-data; boundary=" + boundary,
        multipart(file, boundary),
        longest);
  }

  private JsonNode send(
      String method, String path, String type, BodyPublisher body, Duration longest)
      throws IOException {
    HttpRequest request =
        request(path, longest).header("Content-Type", type).method(method, body).build();
    CompletableFuture<HttpResponse<byte[]>> pending =
        client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    try {
      return answer(method + " " + base + path, pending);
    } finally {
      pending.cancel(true);
    }
  }

  private static BodyPublisher multipart(Path file, String boundary) {
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\"%s\"\r\nContent-Type: application/x-java-archive\r\n\r\n"
            .formatted(boundary, file.getFileName());
    String tail = "\r\n--" + boundary + "--\r\n";
    return BodyPublishers.ofInputStream(
        () -> {
          try {
            List<InputStream> parts = List.of(bytes(head), Files.newInputStream(file), bytes(tail));
            return new SequenceInputStream(Collections.enumeration(parts));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
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
    if (response.statusCode() == NOT_FOUND) {
      throw new NotFoundException(request + " answered 404");
    }
    if (response.statusCode() == UNAVAILABLE) {
      throw new IOException(request + ": the JobManager is not ready");
    }
    byte[] body = unpacked(response);
    if (response.statusCode() >= FIRST_ERROR) {
      String said = said(body);
      throw said.isEmpty()
          ? new RefusedException(request + " answered " + ForeignAnswer.status(response, body), "")
          : new RefusedException(request + " answered " + response.statusCode(), said);
    }
    try {
      return body.length == 0
          ? MissingNode.getInstance()
          : PrintableJson.of(MAPPER.readTree(body), TRACES);
    } catch (JsonProcessingException e) {
      throw new IOException(request + " " + ForeignAnswer.describe(response, body), e);
    }
  }

  /** A proxy may compress what nobody has asked it to. */
  private static byte[] unpacked(HttpResponse<byte[]> response) throws IOException {
    if (!response.headers().firstValue("Content-Encoding").orElse("").equals("gzip")) {
      return response.body();
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
      byte[] body = in.readNBytes(MOST_BYTES + 1);
      if (body.length > MOST_BYTES) {
        throw new IOException("an answer has more than " + MOST_BYTES + " bytes when unpacked");
      }
      return body;
    }
  }

  /** What an answer that is an error says, in one line. */
  private static String said(byte[] body) {
    try {
      List<String> said = new ArrayList<>();
      MAPPER.readTree(body).path("errors").forEach(error -> said.add(error.asText()));
      return Causes.innermost(String.join("\n", said), SHOWN);
    } catch (IOException e) {
      return "";
    }
  }
}
