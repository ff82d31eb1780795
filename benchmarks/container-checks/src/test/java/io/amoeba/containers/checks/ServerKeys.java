package io.amoeba.containers.checks;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A folder with a key for all servers, one for their callers, and the files that name them. */
final class ServerKeys {
  /** Of all stores, users and tokens. */
  static final String PASSWORD = "changeit";

  private static final int KEYTOOL_SECONDS = 30;
  private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII));
  private static final List<String> CONFIGURATION =
      List.of("coordinator.yaml", "redis.conf", "users.acl", "changes.yaml");

  private final Path folder;

  private ServerKeys(Path folder) {
    this.folder = folder;
  }

  /**
   * Writes everything.
   *
   * @param hosts names by which servers are called
   */
  static ServerKeys write(Path folder, List<String> hosts)
      throws IOException, InterruptedException, GeneralSecurityException {
    ServerKeys keys = new ServerKeys(folder);
    String names = hosts.stream().map(host -> ",dns:" + host).collect(Collectors.joining());
    keys.generate("server", "san=ip:127.0.0.1" + names);
    keys.generate("caller", "san=dns:caller");
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    StringBuilder pem = new StringBuilder();
    for (String name : List.of("server", "caller")) {
      Certificate certificate = keys.load(name).getCertificate(name);
      trusted.setCertificateEntry(name, certificate);
      String text = pem("CERTIFICATE", certificate.getEncoded());
      Files.writeString(folder.resolve(name + ".pem"), text);
      pem.append(text);
    }
    try (var out = Files.newOutputStream(folder.resolve("trusted.p12"))) {
      trusted.store(out, PASSWORD.toCharArray());
    }
    byte[] secret = keys.load("server").getKey("server", PASSWORD.toCharArray()).getEncoded();
    Files.writeString(folder.resolve("server.key"), pem("PRIVATE KEY", secret));
    Files.writeString(folder.resolve("trusted.pem"), pem);
    for (String secretFile : List.of("password", "operator.token", "flink.token")) {
      Files.writeString(folder.resolve(secretFile), secretFile.replace("password", PASSWORD));
    }
    for (String file : CONFIGURATION) {
      Files.writeString(folder.resolve(file), resource(file));
    }
    keys.letContainersRead();
    return keys;
  }

  /** A file of the resources. */
  static String resource(String file) throws IOException {
    URL url = Objects.requireNonNull(ServerKeys.class.getResource("/encrypted/" + file), file);
    try (var in = url.openStream()) {
      return new String(in.readAllBytes(), US_ASCII);
    }
  }

  /** A file of the folder. */
  Path file(String name) {
    return folder.resolve(name);
  }

  /** The token of a person who may approve plans. */
  String operatorToken() throws IOException {
    return Files.readString(file("operator.token"));
  }

  /** Of a caller with a certificate, who trusts the servers. */
  SSLContext callersContext() throws IOException, GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(load("caller"), PASSWORD.toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(load("trusted"));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private KeyStore load(String store) throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(file(store + ".p12").toFile(), PASSWORD.toCharArray());
  }

  private void generate(String name, String names) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.addAll(List.of("-genkeypair", "-alias", name, "-keyalg", "RSA", "-dname", "CN=" + name));
    words.addAll(List.of("-ext", names, "-validity", "2", "-keystore", name + ".p12"));
    words.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    Process keytool = new ProcessBuilder(words).directory(folder.toFile()).inheritIO().start();
    assertThat(keytool.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).as("%s", words).isZero();
  }

  private static String pem(String kind, byte[] bytes) {
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
        .formatted(kind, PEM.encodeToString(bytes));
  }

  /** Their users are nobody that this machine knows. */
  private void letContainersRead() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      }
    }
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
