package io.amoeba.embedded.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    keytool(keys.keyStore, "-genkeypair", "-keyalg", "RSA", "-dname", "CN=node", "-alias", "node");
    keytool(keys.keyStore, "-exportcert", "-alias", "node", "-file", file);
    keytool(keys.trustStore, "-importcert", "-noprompt", "-alias", "node", "-file", file);
    return keys;
  }

  private static void keytool(Path store, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(tool.getInputStream().readAllBytes(), UTF_8);
    if (tool.waitFor() != 0) {
      throw new IllegalStateException(command + " failed: " + output);
    }
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
