package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.containers.stack.Container;
import io.amoeba.embedded.tls.KeyTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that talk to each other by TLS only, and know each other by certificates. */
@Tag("long")
class EncryptedJoinContainersIT {
  private static final String PROJECT = "amoeba-check-tls";
  private static final String PASSWORD = "for-this-test";
  private static final String MOUNTED = "/certificates";

  private static final String ENCRYPTION =
      """
      server_encryption_options:
        internode_encryption: all
        require_client_auth: true
        keystore: %1$s/keys.p12
        keystore_password: %2$s
        truststore: %1$s/trusted.p12
        truststore_password: %2$s
        store_type: PKCS12
      """
          .formatted(MOUNTED, PASSWORD);

  /** One key for all nodes, which trust no other. */
  private static void makeStores(Path folder) throws IOException, InterruptedException {
    KeyTool.run(
        folder,
        PASSWORD,
        "-genkeypair",
        "-alias",
        "node",
        "-keyalg",
        "EC",
        "-dname",
        "CN=cassandra",
        "-validity",
        "2",
        "-keystore",
        "keys.p12");
    KeyTool.run(
        folder,
        PASSWORD,
        "-exportcert",
        "-alias",
        "node",
        "-keystore",
        "keys.p12",
        "-file",
        "node.crt");
    KeyTool.run(
        folder,
        PASSWORD,
        "-importcert",
        "-noprompt",
        "-alias",
        "node",
        "-file",
        "node.crt",
        "-keystore",
        "trusted.p12");
    Files.writeString(folder.resolve("encryption.yaml"), ENCRYPTION);
    // The containers' user is unknown to this machine.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Path changes(Path folder) throws IOException {
    String services =
        IntStream.rangeClosed(1, CassandraNodes.JOINING_NODE)
            .mapToObj(
                node ->
                    """
                      %s:
                        entrypoint:
                          - sh
                          - -c
                          - cat %s/encryption.yaml >> /etc/cassandra/cassandra.yaml && exec docker-entrypoint.sh cassandra -f
                        volumes: ["%s:%s:ro"]
                    """
                        .formatted(CassandraNodes.service(node), MOUNTED, folder, MOUNTED))
            .collect(Collectors.joining());
    return Files.writeString(folder.resolve("changes.yaml"), "services:\n" + services);
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void joinGoesOverEncryptedConnectionsOnlyAndNoWriteIsLost(@TempDir Path folder) throws Exception {
    makeStores(folder);
    try (CassandraNodes nodes = CassandraNodes.startChecked(PROJECT, changes(folder));
        CheckedClients clients = CheckedClients.start(nodes)) {
      Container joiningNode = nodes.launchJoiningNode();
      nodes.awaitMembers(CassandraNodes.JOINING_NODE);
      clients.ask(CassandraNodes.JOINING_NODE);
      clients.settle();

      clients.assertNothingLostNorQuorumFailed();
      assertThat(joiningNode.logTail(Integer.MAX_VALUE))
          .contains("This node joins in 4 steps")
          .containsPattern("streaming connection established.*encryption = encrypted")
          .doesNotContain("encryption = unencrypted");
    }
    assertThat(Containers.remains(PROJECT)).isEmpty();
  }
}
