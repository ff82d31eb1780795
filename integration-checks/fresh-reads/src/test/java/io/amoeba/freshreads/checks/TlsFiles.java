package io.amoeba.freshreads.checks;

import io.amoeba.embedded.tls.KeyTool;
import io.amoeba.embedded.tls.PemFiles;
import io.lettuce.core.SslOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;

/** A key of servers at 127.0.0.1 and its self-signed certificate. Immutable. */
record TlsFiles(PemFiles own) {
  private static final String PASSWORD = "changeit";

  /** Writes both into a folder. */
  static TlsFiles write(Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    return new TlsFiles(
        PemFiles.of(KeyTool.generate(folder, PASSWORD, "server.p12", "server"), PASSWORD));
  }

  /** Options of a server at this port that takes no connection without TLS. */
  List<String> serverOptions(int port) {
    return List.of(
        "--port",
        "0",
        "--tls-port",
        Integer.toString(port),
        "--tls-cert-file",
        own.certificate().toString(),
        "--tls-key-file",
        own.key().toString(),
        "--tls-ca-cert-file",
        own.certificate().toString(),
        "--tls-auth-clients",
        "no",
        "--tls-replication",
        "yes",
        "--tls-cluster",
        "yes");
  }

  /** Of clients that trust the servers. */
  SslOptions clientOptions() {
    return SslOptions.builder().jdkSslProvider().trustManager(own.certificate().toFile()).build();
  }
}
