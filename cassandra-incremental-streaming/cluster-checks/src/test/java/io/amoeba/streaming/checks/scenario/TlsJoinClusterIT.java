package io.amoeba.streaming.checks.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A join between nodes that speak TLS with each other only. */
@Tag("crash-matrix")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class TlsJoinClusterIT {
  private static final String PASSWORD = "secret";

  @Test
  void nodesWithEncryptedConnectionsJoinAsOthersDo(@TempDir Path keys) throws Exception {
    Path keyStore = keys.resolve("node.p12");
    Path certificate = keys.resolve("node.crt");
    Path trustStore = keys.resolve("trusted.p12");
    keytool(keyStore, "-genkeypair", "-keyalg", "RSA", "-dname", "CN=node", "-alias", "node");
    keytool(keyStore, "-exportcert", "-alias", "node", "-file", certificate.toString());
    keytool(
        trustStore, "-importcert", "-noprompt", "-alias", "node", "-file", certificate.toString());
    StartOptions encrypted =
        Operations.withAgent()
            .withYaml(
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
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3).withOptions(encrypted);
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      CassandraNode joiner = checked.cluster().launch(Operations.JOINER, encrypted);
      JoinWatch watch = new JoinWatch(joiner);
      Operations.finishJoin(checked, joiner);

      Findings findings = checked.finish();
      System.out.println(
          "Join in %d steps with TLS: %s".formatted(watch.steps(), findings.describe()));
      assertThat(watch.steps()).isEqualTo(4);
      assertThat(joiner.logSince(0)).contains("encryption = encrypted");
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }

  private static void keytool(Path store, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(tool.getInputStream().readAllBytes(), UTF_8);
    assertThat(tool.waitFor()).as(output).isZero();
  }
}
