package io.amoeba.partitioner.subscription;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
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
  private final HttpClient http;

  CoordinatorClient(URI url, SubscriptionOptions options, String taskManager) {
    this.url = url;
    this.token = options.token();
    this.taskManager = URLEncoder.encode(taskManager, StandardCharsets.UTF_8);
    this.http = inOwnClassLoader(() -> client(options));
  }

  private static HttpClient client(SubscriptionOptions options) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2));
    Path trustStore = options.trustStore();
    if (trustStore != null) {
      builder.sslContext(trusting(trustStore, options.trustStorePassword()));
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
                    + POLL_WAIT.toMillis())
            .timeout(POLL_WAIT.plus(CALL_TIMEOUT))
            .GET()
            .build();
    HttpResponse<InputStream> response =
        http.send(request, HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      if (response.statusCode() == 204) {
        return null;
      }
      requireOk(response.statusCode());
      byte[] bytes = body.readNBytes(MAX_DOCUMENT_BYTES + 1);
      if (bytes.length > MAX_DOCUMENT_BYTES) {
        throw new IOException(
            "the placement document is larger than " + MAX_DOCUMENT_BYTES + " bytes");
      }
      return bytes;
    }
  }

  /** Sends a report. */
  void report(byte[] body) throws IOException, InterruptedException {
    HttpRequest request =
        request("/api/v1/task-managers/" + taskManager)
            .timeout(CALL_TIMEOUT)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    requireOk(http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
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

  private static SSLContext trusting(Path trustStore, char[] password) {
    try (InputStream in = Files.newInputStream(trustStore)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          SubscriptionOptions.TRUST_STORE
              + " is '"
              + trustStore
              + "': cannot be used ("
              + e
              + "); give a PKCS12 store and its password in "
              + SubscriptionOptions.TRUST_STORE_PASSWORD_FILE,
          e);
    }
  }
}
