package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.DocumentLimits;
import io.amoeba.partitioner.placement.protocol.Endpoints;
import io.amoeba.partitioner.signature.PlacementSecret;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The two calls of the placement protocol over the JDK's HTTP client, to the one of some
 * coordinators that answers. Safe for concurrent use.
 */
final class CoordinatorClient {

  private static final Duration POLL_WAIT = Duration.ofSeconds(20);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  private final List<URI> urls;
  private final AtomicInteger current = new AtomicInteger();
  private final Set<CompletableFuture<?>> calls = ConcurrentHashMap.newKeySet();
  private final @Nullable String token;
  private final @Nullable PlacementSecret secret;
  private final String taskManager;
  private final Duration pollWait;
  private final Duration callTimeout;
  private final HttpClient http;

  CoordinatorClient(List<URI> urls, SubscriptionOptions options, String taskManager) {
    this(urls, options, taskManager, POLL_WAIT, CALL_TIMEOUT);
  }

  CoordinatorClient(
      List<URI> urls,
      SubscriptionOptions options,
      String taskManager,
      Duration pollWait,
      Duration callTimeout) {
    this.urls = List.copyOf(urls);
    this.token = options.token();
    this.secret = options.placementSecret();
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

  /** The coordinator that is asked now. */
  URI url() {
    return urls.get(current.get());
  }

  /** All of them, for people. */
  String names() {
    return urls.stream().map(URI::toString).collect(Collectors.joining(" or "));
  }

  /**
   * Waits for a document newer than the one known; null if there was none for a while.
   *
   * @throws UnsignedAnswerException if there is a secret, and the answer to this very question is
   *     not signed with it
   */
  byte @Nullable [] poll(@Nullable String coordinator, long version)
      throws IOException, InterruptedException {
    String known =
        coordinator == null
            ? ""
            : parameter(
                    Endpoints.COORDINATOR, URLEncoder.encode(coordinator, StandardCharsets.UTF_8))
                + parameter(Endpoints.VERSION, version);
    String challenge = secret == null ? "" : PlacementSecret.challenge();
    HttpResponse<byte[]> response =
        call(
            Endpoints.PLACEMENT
                + "?"
                + Endpoints.TASK_MANAGER
                + "="
                + taskManager
                + known
                + parameter(Endpoints.WAIT_MILLIS, pollWait.toMillis())
                + (challenge.isEmpty() ? "" : parameter(Endpoints.CHALLENGE, challenge)),
            HttpRequest.Builder::GET,
            info -> new BoundedBody(DocumentLimits.MAX_BYTES),
            answer -> requireSignature(answer, challenge),
            pollWait.plus(callTimeout));
    return response.statusCode() == 204 ? null : response.body();
  }

  private static String parameter(String name, Object value) {
    return "&" + name + "=" + value;
  }

  /** Sends a report. */
  void report(byte[] body) throws IOException, InterruptedException {
    call(
        Endpoints.TASK_MANAGERS + taskManager,
        request ->
            request
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofByteArray(body)),
        HttpResponse.BodyHandlers.discarding(),
        answer -> {},
        callTimeout);
  }

  private interface Check<T> {
    void require(HttpResponse<T> answer) throws IOException;
  }

  private void requireSignature(HttpResponse<byte[]> answer, String challenge)
      throws UnsignedAnswerException {
    if (secret == null) {
      return;
    }
    Optional<String> signature = answer.headers().firstValue(PlacementSecret.HEADER);
    if (signature.isEmpty()) {
      throw new UnsignedAnswerException(
          "it is not signed: give the coordinator the same secret as "
              + SubscriptionOptions.SECRET_FILE
              + ", as its placement.secretFile");
    }
    if (!secret.isSignature(signature.get(), challenge, answer.body())) {
      throw new UnsignedAnswerException(
          "its signature is wrong: either the coordinator has another secret than "
              + SubscriptionOptions.SECRET_FILE
              + ", or another server has answered, or has changed or replayed the answer");
    }
  }

  /**
   * Waits for the whole answer. The client's own time limit ends with the headers: a connection
   * that is lost after them would be waited for without end. After a failure the next coordinator
   * is asked: of several only the one that leads answers.
   */
  private <T> HttpResponse<T> call(
      String path,
      UnaryOperator<HttpRequest.Builder> method,
      HttpResponse.BodyHandler<T> handler,
      Check<T> check,
      Duration patience)
      throws IOException, InterruptedException {
    int asked = current.get();
    CompletableFuture<HttpResponse<T>> answer =
        http.sendAsync(method.apply(request(urls.get(asked), path)).build(), handler);
    calls.add(answer);
    try {
      HttpResponse<T> response = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      requireOk(response.statusCode());
      check.require(response);
      return response;
    } catch (TimeoutException e) {
      next(asked);
      throw new HttpTimeoutException("no complete answer within " + patience.toMillis() + " ms");
    } catch (ExecutionException e) {
      next(asked);
      Throwable cause = e.getCause();
      throw cause instanceof IOException ? (IOException) cause : new IOException(cause);
    } catch (CancellationException e) {
      throw new IOException("the coordinator does not answer another call", e);
    } catch (IOException e) {
      next(asked);
      throw e;
    } finally {
      calls.remove(answer);
      answer.cancel(true);
    }
  }

  /**
   * Both calls may have failed at the same coordinator: they continue with one and the same. One
   * that still waits for the former coordinator, whose process may hang, need not wait to the end.
   */
  private void next(int failed) {
    if (urls.size() > 1 && current.compareAndSet(failed, (failed + 1) % urls.size())) {
      calls.forEach(call -> call.cancel(true));
    }
  }

  private HttpRequest.Builder request(URI url, String path) {
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
    if (status == 429) {
      throw new IOException("the coordinator has no room for it now (HTTP 429)");
    }
    if (status / 100 != 2) {
      throw new IOException("the coordinator answered HTTP " + status);
    }
  }
}
