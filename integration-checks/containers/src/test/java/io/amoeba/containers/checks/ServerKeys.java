package io.amoeba.containers.checks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.amoeba.coordinator.config.ClientTls;
import io.amoeba.coordinator.config.Secret;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.coordinator.tls.ClientStores;
import io.amoeba.embedded.tls.KeyTool;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** A folder with a key for all servers, one for their callers, and the files that name them. */
final class ServerKeys {
  /** Of all stores and users. */
  static final String PASSWORD = "changeit";

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
    Files.writeString(folder.resolve("password"), PASSWORD);
    String names = hosts.stream().map(host -> ",dns:" + host).collect(Collectors.joining());
    keys.generate("server", "san=ip:127.0.0.1" + names);
    keys.generate("caller", "san=dns:caller");
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    StringBuilder pem = new StringBuilder();
    for (String name : List.of("server", "caller")) {
      Certificate certificate = keys.store(name).load().getCertificate(name);
      trusted.setCertificateEntry(name, certificate);
      pem.append(pem("CERTIFICATE", certificate.getEncoded()));
    }
    try (var out = Files.newOutputStream(folder.resolve("trusted.p12"))) {
      trusted.store(out, PASSWORD.toCharArray());
    }
    KeyStore server = keys.store("server").load();
    byte[] own = server.getCertificate("server").getEncoded();
    byte[] secret = server.getKey("server", PASSWORD.toCharArray()).getEncoded();
    Files.writeString(folder.resolve("server.pem"), pem("CERTIFICATE", own));
    Files.writeString(folder.resolve("server.key"), pem("PRIVATE KEY", secret));
    Files.writeString(folder.resolve("trusted.pem"), pem);
    for (String token : List.of("operator.token", "flink.token")) {
      Files.writeString(folder.resolve(token), "token-of-" + token);
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

  /** The token of an approver of plans. */
  String operatorToken() throws IOException {
    return Files.readString(file("operator.token"));
  }

  /** Of a caller with a certificate that trusts the servers. */
  SSLContext callersContext() {
    return ClientStores.of(
            new ClientTls(Optional.of(store("trusted")), Optional.of(store("caller"))))
        .context();
  }

  /** Of a caller without a certificate that trusts the servers. */
  SSLContext strangersContext() {
    return ClientStores.of(new ClientTls(Optional.of(store("trusted")), Optional.empty()))
        .context();
  }

  private StoreFile store(String name) {
    return new StoreFile(file(name + ".p12"), new Secret.InFile(file("password")));
  }

  private void generate(String name, String names) throws IOException, InterruptedException {
    KeyTool.run(
        folder,
        PASSWORD,
        "-genkeypair",
        "-alias",
        name,
        "-keyalg",
        "RSA",
        "-dname",
        "CN=" + name,
        "-ext",
        names,
        "-validity",
        "2",
        "-keystore",
        name + ".p12");
  }

  private static String pem(String kind, byte[] bytes) {
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
        .formatted(kind, PEM.encodeToString(bytes));
  }

  /** Their users are unknown to this machine. */
  private void letContainersRead() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      }
    }
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
