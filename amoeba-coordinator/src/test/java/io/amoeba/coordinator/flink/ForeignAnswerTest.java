package io.amoeba.coordinator.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.amoeba.coordinator.config.ClientTls;
import io.amoeba.coordinator.config.FlinkSettings;
import io.amoeba.coordinator.text.PrintableText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What proxies and login pages answer in Flink's place. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class ForeignAnswerTest {

  private HttpServer proxy;

  @BeforeEach
  void start() throws IOException {
    proxy = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    proxy.start();
  }

  @AfterEach
  void end() {
    proxy.stop(0);
  }

  @Test
  void loginPageIsNamedByStatusTypeAndFirstWords() {
    answer(200, "<!DOCTYPE html><title>Sign in</title>", Map.of("Content-Type", "text/html"));

    assertThatThrownBy(this::ask)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/overview answered 200 with text/html")
        .hasMessageContaining("<title>Sign in</title>");
  }

  @Test
  void redirectIsNamedByItsTarget() {
    answer(302, "", Map.of("Location", "https://sso/login"));

    assertThatThrownBy(this::ask)
        .hasMessageContaining("answered 302, a redirect to 'https://sso/login'");
  }

  @Test
  void refusedLoginIsNamedByWhatItAsksFor() {
    answer(401, "Unauthorized", Map.of("WWW-Authenticate", "Basic realm=x"));

    assertThatThrownBy(this::ask)
        .hasMessageContaining("answered 401, which asks for Basic realm=x")
        .hasMessageContaining("'Unauthorized'");
  }

  @Test
  void controlCharactersOfAnAnswerAreNotShown() {
    answer(200, "a\u001b[31mred\r\nplan-9 \u202eapproved", Map.of("Content-Type", "text/plain"));

    assertThatThrownBy(this::ask)
        .message()
        .satisfies(said -> assertThat(PrintableText.isLine(said)).isTrue())
        .contains("'a\ufffd[31mred plan-9 \ufffdapproved'");
  }

  @Test
  void compressedAnswerIsRead() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write("{\"flink-version\":\"2.3.0\"}".getBytes(StandardCharsets.UTF_8));
    }
    answer(200, packed.toByteArray(), Map.of("Content-Encoding", "gzip"));

    assertThat(rest().get("/config").path("flink-version").asText()).isEqualTo("2.3.0");
  }

  private void ask() throws IOException {
    rest().get("/overview");
  }

  private FlinkRest rest() {
    return new FlinkRest(
        new FlinkSettings(
            URI.create("http://127.0.0.1:" + proxy.getAddress().getPort()),
            ClientTls.PLAIN,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Duration.ofSeconds(5)));
  }

  private void answer(int status, String body, Map<String, String> headers) {
    answer(status, body.getBytes(StandardCharsets.UTF_8), headers);
  }

  private void answer(int status, byte[] body, Map<String, String> headers) {
    proxy.createContext(
        "/",
        exchange -> {
          headers.forEach(exchange.getResponseHeaders()::add);
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }
}
