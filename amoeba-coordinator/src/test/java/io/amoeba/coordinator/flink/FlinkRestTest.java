package io.amoeba.coordinator.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.amoeba.coordinator.config.ClientTls;
import io.amoeba.coordinator.config.FlinkSettings;
import io.amoeba.coordinator.config.RequestHeader;
import io.amoeba.coordinator.config.Secret;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.coordinator.tls.ClientStores;
import io.amoeba.coordinator.tls.KeyStores;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A REST interface that wants to know who asks, as behind {@code security.ssl.rest}. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class FlinkRestTest {

  @TempDir Path folder = Path.of("");
  private StoreFile own;
  private StoreFile server;
  private StoreFile stranger;
  private HttpsServer flink;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    KeyStores stores = new KeyStores(folder);
    own = stores.generate("coordinator");
    server = stores.generate("flink");
    stranger = stores.generate("stranger");
    flink = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    SSLContext context =
        ClientStores.of(new ClientTls(Optional.of(own), Optional.of(server))).context();
    flink.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters mutual = context.getDefaultSSLParameters();
            mutual.setNeedClientAuth(true);
            parameters.setSSLParameters(mutual);
          }
        });
    flink.createContext(
        "/",
        exchange -> {
          String asked = exchange.getRequestHeaders().getFirst("Authorization");
          byte[] body = ("{\"asked\":\"" + asked + "\"}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    flink.start();
  }

  @AfterEach
  void end() {
    flink.stop(0);
  }

  private FlinkRest rest(ClientTls tls, List<RequestHeader> headers) {
    URI url = URI.create("https://127.0.0.1:" + flink.getAddress().getPort());
    return new FlinkRest(
        new FlinkSettings(
            url, tls, headers, Optional.empty(), Optional.empty(), Duration.ofSeconds(5)));
  }

  @Test
  void eachRequestShowsTheHeaderAsItIsNow() throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "Bearer one\n");
    FlinkRest rest =
        rest(
            new ClientTls(Optional.of(server), Optional.of(own)),
            List.of(
                new RequestHeader(
                    "Authorization", Optional.empty(), Optional.of(new Secret.InFile(token)))));

    assertThat(rest.get("/overview").path("asked").asText()).isEqualTo("Bearer one");
    Files.writeString(token, "Bearer two\n");
    assertThat(
            rest.send("PATCH", "/jobs/j", FlinkRest.object(), Duration.ofSeconds(5))
                .path("asked")
                .asText())
        .isEqualTo("Bearer two");

    Files.writeString(token, "Bearer\ntwo\n");
    assertThatThrownBy(() -> rest.get("/overview"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Authorization")
        .hasMessageNotContaining("two");
    Files.delete(token);
    assertThatThrownBy(() -> rest.get("/overview")).isInstanceOf(IOException.class);
  }

  @Test
  void withoutTheRightStoresNothingIsSaid() {
    for (ClientTls tls :
        List.of(
            ClientTls.PLAIN,
            new ClientTls(Optional.of(server), Optional.empty()),
            new ClientTls(Optional.of(server), Optional.of(stranger)),
            new ClientTls(Optional.of(stranger), Optional.of(own)))) {
      assertThatThrownBy(() -> rest(tls, List.of()).get("/overview"))
          .isInstanceOf(IOException.class);
    }
  }
}
