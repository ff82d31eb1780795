package io.amoeba.embedded.cassandra;

import io.amoeba.embedded.tls.KeyTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * One key and certificate for all nodes of a cluster, made by the JDK's keytool, for connections
 * between nodes. For tests only: every reader of the files can join. Immutable.
 *
 * @param folder with both stores
 */
public record TlsKeys(Path folder) {
  private static final String PASSWORD = "secret";
  private static final String KEYS = "node.p12";
  private static final String TRUSTED = "trusted.p12";

  /**
   * Writes both stores into the folder.
   *
   * @throws IOException if keytool cannot be started
   * @throws IllegalStateException if it fails, with its output
   */
  public static TlsKeys make(Path folder) throws IOException, InterruptedException {
    String alias = " -alias node -keystore ";
    for (String words :
        new String[] {
          "-genkeypair -keyalg RSA -dname CN=node" + alias + KEYS,
          "-exportcert -file node.crt" + alias + KEYS,
          "-importcert -noprompt -file node.crt" + alias + TRUSTED
        }) {
      KeyTool.run(folder, PASSWORD, words.split(" "));
    }
    return new TlsKeys(folder);
  }

  /** Mutual TLS, and no other connection, between nodes. */
  public StartOptions encrypted(StartOptions options) {
    return options.withYaml(
        "server_encryption_options",
        Map.of(
            "internode_encryption",
            "all",
            "require_client_auth",
            true,
            "keystore",
            folder.resolve(KEYS).toString(),
            "keystore_password",
            PASSWORD,
            "truststore",
            folder.resolve(TRUSTED).toString(),
            "truststore_password",
            PASSWORD));
  }
}
