package io.amoeba.partitioner.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client against a real HTTP server that misbehaves. */
class CoordinatorClientTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final byte[] PART = "{\"coordinator\":".getBytes(StandardCharsets.UTF_8);

  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final CountDownLatch testIsOver = new CountDownLatch(1);
  private final CountDownLatch begun = new CountDownLatch(1);
  private HttpServer server;
  private @Nullable HttpServer second;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(executor);
    server.start();
  }

  private CoordinatorClient client(Duration patience) {
    return new CoordinatorClient(
        List.of(address(server)),
        SubscriptionOptions.from(key -> null),
        "tm-1",
        Duration.ofMillis(100),
        patience);
  }

  private static URI address(HttpServer server) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    testIsOver.countDown();
    server.stop(0);
    if (second != null) {
      second.stop(0);
    }
    executor.shutdownNow();
  }

  @Test
  void aConnectionThatIsLostInTheMiddleOfAnAnswerIsGivenUp() {
    server.createContext("/api/v1/placement", this::beginOnly);
    server.createContext("/api/v1/task-managers/", this::beginOnly);

    CoordinatorClient client = client(Duration.ofMillis(300));
    assertThatThrownBy(() -> client.poll(null, 0)).isInstanceOf(HttpTimeoutException.class);
    assertThatThrownBy(() -> client.report(PART)).isInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void standbyCoordinatorsGetNoRequestsUntilTheLeaderFails() throws Exception {
    AtomicInteger first = answering(server, 503);
    HttpServer other = other();
    AtomicInteger second = answering(other, 204);
    CoordinatorClient client = client(server, other);

    assertThatThrownBy(() -> client.report(PART)).hasMessageContaining("HTTP 503");
    assertThat(client.url()).isEqualTo(address(other));
    client.report(PART);
    assertThat(client.poll(null, 0)).isNull();

    first.set(204);
    second.set(503);
    assertThatThrownBy(() -> client.poll(null, 0)).hasMessageContaining("HTTP 503");
    assertThat(client.url()).isEqualTo(address(server));
    client.report(PART);
  }

  @Test
  void aPollOfALeaderThatHangsEndsWithTheReport() throws Exception {
    server.createContext("/api/v1/placement", this::beginOnly);
    server.createContext("/api/v1/task-managers/", exchange -> exchange.close());
    HttpServer other = other();
    answering(other, 204);
    CoordinatorClient client = client(server, other);
    Future<byte @Nullable []> poll = executor.submit(() -> client.poll(null, 0));
    begun.await();

    assertThatThrownBy(() -> client.report(PART)).isInstanceOf(IOException.class);

    assertThatThrownBy(() -> poll.get(PATIENCE.toMillis() / 2, TimeUnit.MILLISECONDS))
        .hasCauseInstanceOf(IOException.class);
    client.report(PART);
  }

  private CoordinatorClient client(HttpServer... servers) {
    return new CoordinatorClient(
        Stream.of(servers).map(CoordinatorClientTest::address).collect(Collectors.toList()),
        SubscriptionOptions.from(key -> null),
        "tm-1",
        Duration.ofMillis(100),
        PATIENCE);
  }

  private HttpServer other() throws IOException {
    second = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    second.setExecutor(executor);
    second.start();
    return second;
  }

  /** Answers everything with the status that can be changed. */
  private static AtomicInteger answering(HttpServer asked, int status) {
    AtomicInteger answer = new AtomicInteger(status);
    asked.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(answer.get(), -1);
          exchange.close();
        });
    return answer;
  }

  @Test
  void anAnswerIsReadWhole() throws Exception {
    server.createContext(
        "/api/v1/placement",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          for (int i = 0; i < 1_000; i++) {
            exchange.getResponseBody().write(PART);
            exchange.getResponseBody().flush();
          }
          exchange.close();
        });

    assertThat(client(PATIENCE).poll(null, 0)).hasSize(1_000 * PART.length).startsWith(PART);
  }

  @Test
  void anAnswerThatIsTooLargeIsRefused() {
    server.createContext(
        "/api/v1/placement",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] mebibyte = new byte[1 << 20];
          for (int i = 0; i < 33; i++) {
            exchange.getResponseBody().write(mebibyte);
          }
          exchange.close();
        });

    assertThatThrownBy(() -> client(PATIENCE).poll(null, 0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("larger than 4194304 bytes");
  }

  private void beginOnly(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(200, 10 * PART.length);
    exchange.getResponseBody().write(PART);
    exchange.getResponseBody().flush();
    begun.countDown();
    try {
      testIsOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
