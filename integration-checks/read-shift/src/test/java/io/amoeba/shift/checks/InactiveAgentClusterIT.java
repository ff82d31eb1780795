package io.amoeba.shift.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** A node that starts without the agent although its line names it. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InactiveAgentClusterIT {

  private static final Duration LIMIT = Duration.ofMinutes(4);

  private CassandraCluster cluster;
  private CassandraNode node;

  private static StartOptions withAgent(String options) {
    return StartOptions.NONE.withAgent(AgentJars.readShift(), options);
  }

  @BeforeAll
  void startANodeWithWrongOptions() {
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults().withOptions(withAgent("severity=on,max-use=101")),
            1,
            Path.of("target", "clusters"));
    node = cluster.node(1);
  }

  @AfterAll
  void endAll() {
    if (cluster != null) {
      cluster.keepLogs();
      cluster.close();
    }
  }

  @Test
  @Order(1)
  void aNodeWithWrongOptionsStartsWithoutTheAgent() {
    assertThat(node.logSince(0))
        .contains("Read shift is off until these options are corrected")
        .contains("severity=on: want one of off, auto, always")
        .contains("max-use=101: want a whole number 1 … 100");
    assertStock();
  }

  @Test
  @Order(2)
  void aNodeWhoseAgentIsSwitchedOffIsAStockNode() {
    node.process().kill();
    await().atMost(LIMIT).until(() -> !node.isAlive());
    long log = node.logBytes();

    cluster.launch(1, withAgent("").withJvmArguments("-Damoeba.read-shift=off"));

    node.awaitNormal(LIMIT);
    assertThat(node.logSince(log)).contains("Read shift: switched off by -Damoeba.read-shift=off");
    assertStock();
  }

  private void assertStock() {
    assertThat(node.jmx().hasBean(ShiftBean.NAME)).isFalse();
    assertThat(new ShiftBean(node).severity()).isZero();
    try (NodeClient client = new NodeClient(node)) {
      assertThat(client.run("SELECT key FROM system.local")).hasSize(1);
      assertThatThrownBy(() -> client.run("SELECT * FROM amoeba_views.read_shift"))
          .hasMessageContaining("amoeba_views");
    }
  }
}
