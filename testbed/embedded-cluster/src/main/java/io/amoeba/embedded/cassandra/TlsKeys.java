package io.amoeba.embedded.cassandra;

import io.amoeba.embedded.tls.KeyTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * One key and certificate for all nodes of a cluster, made by the JDK's keytool, for connections
 * between nodes. For tests only: whoever can read the files can join. Immutable.
 */
public final class TlsKeys {
  private static final String PASSWORD = "secret";

  private final Path keyStore;
  private final Path trustStore;

  private TlsKeys(Path keyStore, Path trustStore) {
    this.keyStore = keyStore;
    this.trustStore = trustStore;
  }

  /**
   * Writes both stores into the folder.
   *
   * @throws IOException if keytool cannot be started
   * @throws IllegalStateException if it fails, with what it printed
   */
  public static TlsKeys make(Path folder) throws IOException, InterruptedException {
    TlsKeys keys = new TlsKeys(folder.resolve("node.p12"), folder.resolve("trusted.p12"));
    String file = folder.resolve("node.crt").toString();
    String own = keys.keyStore.toString();
    KeyTool.run(
        folder,
        PASSWORD,
        "-genkeypair",
        "-keyalg",
        "RSA",
        "-dname",
        "CN=node",
        "-alias",
        "node",
        "-keystore",
        own);
    KeyTool.run(folder, PASSWORD, "-exportcert", "-alias", "node", "-file", file, "-keystore", own);
    KeyTool.run(
        folder,
        PASSWORD,
        "-importcert",
        "-noprompt",
        "-alias",
        "node",
        "-file",
        file,
        "-keystore",
        keys.trustStore.toString());
    return keys;
  }

  /** Nodes that speak with each other by TLS only, both sides showing their certificate. */
  public StartOptions encrypted(StartOptions options) {
    return options.withYaml(
        "server_encryption_options",
        Map.of(
            "internode_encryption",
            "all",
            "require_client_auth",
            true,
            "keystore",
            keyStore.toString(),
            "keystore_password",
            PASSWORD,
            "truststore",
            trustStore.toString(),
            "truststore_password",
            PASSWORD));
  }
}
