package io.amoeba.freshreads.checks;

import io.amoeba.embedded.tls.KeyTool;
import io.lettuce.core.SslOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A key of servers at 127.0.0.1 and its self-signed certificate, in the form that Redis reads.
 * Immutable.
 */
record TlsFiles(Path certificate, Path key) {
  private static final String PASSWORD = "changeit";
  private static final Base64.Encoder PEM =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  /** Writes both into a folder. */
  static TlsFiles write(Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = KeyTool.generate(folder, PASSWORD, "server.p12", "server");
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    byte[] certificate = keys.getCertificate(KeyTool.ALIAS).getEncoded();
    byte[] key = keys.getKey(KeyTool.ALIAS, PASSWORD.toCharArray()).getEncoded();
    return new TlsFiles(
        Files.writeString(folder.resolve("server.pem"), pem("CERTIFICATE", certificate)),
        Files.writeString(folder.resolve("server.key"), pem("PRIVATE KEY", key)));
  }

  private static String pem(String kind, byte[] bytes) {
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
        .formatted(kind, PEM.encodeToString(bytes));
  }

  /** Options of a server at this port that takes no connection without TLS. */
  List<String> serverOptions(int port) {
    return List.of(
        "--port",
        "0",
        "--tls-port",
        Integer.toString(port),
        "--tls-cert-file",
        certificate.toString(),
        "--tls-key-file",
        key.toString(),
        "--tls-ca-cert-file",
        certificate.toString(),
        "--tls-auth-clients",
        "no",
        "--tls-replication",
        "yes",
        "--tls-cluster",
        "yes");
  }

  /** Of clients that trust the servers. */
  SslOptions clientOptions() {
    return SslOptions.builder().jdkSslProvider().trustManager(certificate.toFile()).build();
  }
}
