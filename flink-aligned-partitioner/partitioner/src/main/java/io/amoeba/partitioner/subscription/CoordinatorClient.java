package io.amoeba.partitioner.subscription;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The two calls of the placement protocol over the JDK's HTTP client. Safe for concurrent use. */
final class CoordinatorClient {

  /** 1,000 edges of 16,384 single-slot ranges would be larger; real documents are kilobytes. */
  private static final int MAX_DOCUMENT_BYTES = 32 << 20;

  private static final Duration POLL_WAIT = Duration.ofSeconds(20);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  private final URI url;
  private final @Nullable String token;
  private final String taskManager;
  private final Duration pollWait;
  private final Duration callTimeout;
  private final HttpClient http;

  CoordinatorClient(URI url, SubscriptionOptions options, String taskManager) {
    this(url, options, taskManager, POLL_WAIT, CALL_TIMEOUT);
  }

  CoordinatorClient(
      URI url,
      SubscriptionOptions options,
      String taskManager,
      Duration pollWait,
      Duration callTimeout) {
    this.url = url;
    this.token = options.token();
    this.taskManager = URLEncoder.encode(taskManager, StandardCharsets.UTF_8);
    this.pollWait = pollWait;
    this.callTimeout = callTimeout;
    this.http = inOwnClassLoader(() -> client(options));
  }

  private static HttpClient client(SubscriptionOptions options) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2));
    StoreFile trusted = options.trustStore();
    StoreFile keys = options.keyStore();
    if (trusted != null || keys != null) {
      builder.sslContext(StoreFile.tls(trusted, keys));
    }
    return builder.build();
  }

  /** The client's threads would keep the class loader of the job that happened to come first. */
  private static HttpClient inOwnClassLoader(Supplier<HttpClient> making) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(CoordinatorClient.class.getClassLoader());
    try {
      return making.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  URI url() {
    return url;
  }

  /** Waits for a document newer than the one known; null if there was none for a while. */
  byte @Nullable [] poll(@Nullable String coordinator, long version)
      throws IOException, InterruptedException {
    String known =
        coordinator == null
            ? ""
            : "&coordinator="
                + URLEncoder.encode(coordinator, StandardCharsets.UTF_8)
                + "&version="
                + version;
    HttpRequest request =
        request(
                "/api/v1/placement?taskManager="
                    + taskManager
                    + known
                    + "&waitMillis="
                    + pollWait.toMillis())
            .GET()
            .build();
    HttpResponse<byte[]> response =
        call(request, info -> new BoundedBody(MAX_DOCUMENT_BYTES), pollWait.plus(callTimeout));
    if (response.statusCode() == 204) {
      return null;
    }
    requireOk(response.statusCode());
    return response.body();
  }

  /** Sends a report. */
  void report(byte[] body) throws IOException, InterruptedException {
    HttpRequest request =
        request("/api/v1/task-managers/" + taskManager)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    requireOk(call(request, HttpResponse.BodyHandlers.discarding(), callTimeout).statusCode());
  }

  /**
   * Waits for the whole answer. The client's own time limit ends with the headers: a connection
   * that is lost after them would be waited for without end.
   */
  private <T> HttpResponse<T> call(
      HttpRequest request, HttpResponse.BodyHandler<T> handler, Duration patience)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<T>> answer = http.sendAsync(request, handler);
    try {
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("no complete answer within " + patience.toMillis() + " ms");
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw cause instanceof IOException ? (IOException) cause : new IOException(cause);
    } finally {
      answer.cancel(true);
    }
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(url + path));
    if (token != null) {
      builder.header("Authorization", "Bearer " + token);
    }
    return builder;
  }

  private static void requireOk(int status) throws IOException {
    if (status == 401 || status == 403) {
      throw new IOException(
          "the coordinator refused the token (HTTP "
              + status
              + "): set "
              + SubscriptionOptions.TOKEN_FILE
              + " to the file with its token");
    }
    if (status / 100 != 2) {
      throw new IOException("the coordinator answered HTTP " + status);
    }
  }
}
