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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client against a real HTTP server that misbehaves. */
class CoordinatorClientTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final byte[] PART = "{\"coordinator\":".getBytes(StandardCharsets.UTF_8);

  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final CountDownLatch testIsOver = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(executor);
    server.start();
  }

  private CoordinatorClient client(Duration patience) {
    return new CoordinatorClient(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
        SubscriptionOptions.from(key -> null),
        "tm-1",
        Duration.ofMillis(100),
        patience);
  }

  @AfterEach
  void stop() {
    testIsOver.countDown();
    server.stop(0);
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
        .hasMessageContaining("larger than 33554432 bytes");
  }

  private void beginOnly(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(200, 10 * PART.length);
    exchange.getResponseBody().write(PART);
    exchange.getResponseBody().flush();
    try {
      testIsOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
