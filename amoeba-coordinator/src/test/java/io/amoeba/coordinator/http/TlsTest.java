package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.coordinator.config.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class TlsTest {

  private static final String PASSWORD = "changeit";

  @TempDir Path folder = Path.of("");
  private Path password;
  private Path server;
  private Path friend;
  private Path stranger;

  @BeforeEach
  void makeStores() throws Exception {
    password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
    server = generate("server");
    friend = generate("friend");
    stranger = generate("stranger");
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
    try (Fixture fixture = new Fixture(settings(Optional.of(new StoreFile(friend, password))))) {
      assertThat(status(fixture, friend)).isEqualTo(200);
      assertThatThrownBy(() -> status(fixture, stranger)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> status(fixture, null)).isInstanceOf(IOException.class);
    }
  }

  /** They are in the store of those who are trusted, but have expired. */
  @Test
  void expiredCertificatesAreNotTrusted() throws Exception {
    friend = generate("expired", "-startdate", "-10d", "-validity", "5");
    try (Fixture fixture = new Fixture(settings(Optional.of(new StoreFile(friend, password))))) {
      assertThatThrownBy(() -> status(fixture, friend)).isInstanceOf(IOException.class);
    }
    server = friend;
    try (Fixture fixture = new Fixture(settings(Optional.empty()))) {
      StringWriter err = new StringWriter();

      assertThat(plans(err, "--url=" + fixture.server.address(), "--ca=" + exported(server)))
          .isEqualTo(1);

      assertThat(err.toString()).contains("expired");
    }
  }

  @Test
  void commandsShowTheirCertificate() throws Exception {
    Path ca = exported(server);
    try (Fixture fixture = new Fixture(settings(Optional.of(new StoreFile(friend, password))))) {
      String url = fixture.server.address();
      StringWriter err = new StringWriter();

      int shown = plans(err, "--url=" + url, "--ca=" + ca, "--keystore=" + friend, passwordFile());
      assertThat(shown).as(err.toString()).isZero();

      int hidden = plans(err, "--url=" + url, "--ca=" + ca);
      assertThat(hidden).isEqualTo(1);

      int incomplete = plans(err, "--url=" + url, "--keystore=" + friend);
      assertThat(incomplete).isEqualTo(1);
      assertThat(err.toString()).contains("--keystore is set without --keystore-password-file");
    }
  }

  private String passwordFile() {
    return "--keystore-password-file=" + password;
  }

  private static int plans(StringWriter err, String... options) {
    CommandLine line = AmoebaCommand.commandLine().setErr(new PrintWriter(err));
    line.setOut(new PrintWriter(new StringWriter()));
    List<String> words = new ArrayList<>(List.of(options));
    words.add(0, "plans");
    return line.execute(words.toArray(String[]::new));
  }

  private HttpSettings settings(Optional<StoreFile> clients) {
    StoreFile keys = new StoreFile(server, password);
    return Fixture.on(0, List.of(), Optional.of(new TlsSettings(keys, clients)));
  }

  private int status(Fixture fixture, @Nullable Path own) throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(context(server, own)).build();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(fixture.server.address() + "api/v1/placement")).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
  }

  private Path exported(Path store) throws IOException, InterruptedException {
    Path file = folder.resolve(store.getFileName() + ".pem");
    keytool("-exportcert", "-rfc", "-alias", "a", "-keystore", store + "", "-file", file + "");
    return file;
  }

  private Path generate(String name, String... more) throws IOException, InterruptedException {
    Path store = folder.resolve(name + ".p12");
    List<String> words = new ArrayList<>(List.of("-genkeypair", "-alias", "a", "-keyalg", "EC"));
    words.addAll(List.of("-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1"));
    words.addAll(List.of("-keystore", store.toString()));
    words.addAll(List.of(more));
    keytool(words.toArray(String[]::new));
    return store;
  }

  private static void keytool(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(words));
    command.add(0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor()).isZero();
  }

  private static SSLContext context(Path trusted, @Nullable Path own)
      throws GeneralSecurityException, IOException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(load(trusted));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    if (own != null) {
      keys.init(load(own), PASSWORD.toCharArray());
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static KeyStore load(Path file) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }
}
