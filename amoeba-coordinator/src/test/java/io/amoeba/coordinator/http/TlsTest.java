package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.config.ClientTls;
import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.coordinator.config.TlsSettings;
import io.amoeba.coordinator.tls.ClientStores;
import io.amoeba.coordinator.tls.KeyStores;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class TlsTest {

  @TempDir Path folder = Path.of("");
  private KeyStores stores;
  private StoreFile server;
  private StoreFile friend;
  private StoreFile stranger;

  @BeforeEach
  void makeStores() throws Exception {
    stores = new KeyStores(folder);
    server = stores.generate("server");
    friend = stores.generate("friend");
    stranger = stores.generate("stranger");
  }

  @Test
  void serverSpeaksTlsWithItsKeyStore() throws Exception {
    try (Fixture fixture = new Fixture(settings(Optional.empty()))) {
      assertThat(fixture.server.address()).startsWith("https://127.0.0.1:");
      assertThat(status(fixture, null)).isEqualTo(200);
    }
  }

  @Test
  void callersWithoutAKnownCertificateAreNotServed() throws Exception {
    try (Fixture fixture = new Fixture(settings(Optional.of(friend)))) {
      assertThat(status(fixture, friend)).isEqualTo(200);
      assertThatThrownBy(() -> status(fixture, stranger)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> status(fixture, null)).isInstanceOf(IOException.class);
    }
  }

  /** They are in the store of those who are trusted, but have expired. */
  @Test
  void expiredCertificatesAreNotTrusted() throws Exception {
    friend = stores.generate("expired", "-startdate", "-10d", "-validity", "5");
    try (Fixture fixture = new Fixture(settings(Optional.of(friend)))) {
      assertThatThrownBy(() -> status(fixture, friend)).isInstanceOf(IOException.class);
    }
    server = friend;
    try (Fixture fixture = new Fixture(settings(Optional.empty()))) {
      StringWriter err = new StringWriter();

      assertThat(plans(err, "--url=" + fixture.server.address(), "--ca=" + stores.exported(server)))
          .isEqualTo(1);

      assertThat(err.toString()).contains("expired");
    }
  }

  @Test
  void commandsShowTheirCertificate() throws Exception {
    Path ca = stores.exported(server);
    try (Fixture fixture = new Fixture(settings(Optional.of(friend)))) {
      String url = fixture.server.address();
      StringWriter err = new StringWriter();

      int shown =
          plans(err, "--url=" + url, "--ca=" + ca, "--keystore=" + friend.file(), passwordFile());
      assertThat(shown).as(err.toString()).isZero();

      int hidden = plans(err, "--url=" + url, "--ca=" + ca);
      assertThat(hidden).isEqualTo(1);

      int incomplete = plans(err, "--url=" + url, "--keystore=" + friend.file());
      assertThat(incomplete).isEqualTo(1);
      assertThat(err.toString()).contains("--keystore is set without --keystore-password-file");
    }
  }

  private String passwordFile() {
    return "--keystore-password-file=" + friend.secret().file().orElseThrow();
  }

  private static int plans(StringWriter err, String... options) {
    CommandLine line = AmoebaCommand.commandLine().setErr(new PrintWriter(err));
    line.setOut(new PrintWriter(new StringWriter()));
    List<String> words = new ArrayList<>(List.of(options));
    words.add(0, "plans");
    return line.execute(words.toArray(String[]::new));
  }

  private HttpSettings settings(Optional<StoreFile> clients) {
    return Fixture.on(0, List.of(), Optional.of(new TlsSettings(server, clients)));
  }

  private int status(Fixture fixture, @Nullable StoreFile own) throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(context(server, own)).build();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(fixture.server.address() + "api/v1/placement")).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
  }

  private static SSLContext context(StoreFile trusted, @Nullable StoreFile own) {
    return ClientStores.of(new ClientTls(Optional.of(trusted), Optional.ofNullable(own))).context();
  }
}
