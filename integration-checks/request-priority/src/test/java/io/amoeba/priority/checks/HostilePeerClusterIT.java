package io.amoeba.priority.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.embedded.cassandra.TestAgentJar;
import io.amoeba.priority.checks.hostile.HostilePeer;
import io.amoeba.priority.checks.hostile.HostilePeerMXBean;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node whose peer names classes that do not exist. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostilePeerClusterIT {

  private static final int MESSAGES = 50;
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final String READ = "SELECT value FROM shop.items WHERE id = 1";

  private CassandraCluster cluster;
  private NodeClient client;
  private long log;

  @BeforeAll
  void startTwoNodes(@TempDir Path folder) throws Exception {
    StartOptions options =
        StartOptions.NONE
            .withPatience()
            // How long Cassandra waits for the answer to a ping; by default half of that.
            .withYaml("block_for_peers_timeout_in_secs", 20)
            // The node that is checked asks itself.
            .withYaml("dynamic_snitch", false)
            .withAgent(AgentJars.requestPriority(), "")
            .withAgent(
                TestAgentJar.make(folder, HostilePeer.class, Path.of("target", "test-classes")),
                "");
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults().withHeapMegabytes(384).withOptions(options),
            2,
            Path.of("target", "clusters"));
    client = new NodeClient(cluster.node(1));
    client.changeSchema(
        "CREATE KEYSPACE shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 2}");
    client.changeSchema("CREATE TABLE shop.items (id int PRIMARY KEY, value text)");
    client.run("INSERT INTO shop.items (id, value) VALUES (1, 'one')", ConsistencyLevel.ALL);
    log = cluster.node(1).logBytes();
  }

  @AfterAll
  void endAll() {
    if (cluster != null) {
      cluster.keepLogs();
      client.close();
      cluster.close();
    }
  }

  /**
   * Unknown, negative, empty, too long, and very long: the last one fits into the first frame of a
   * large message, as Cassandra wants of headers, and is not sent as a small one.
   */
  @ParameterizedTest
  @CsvSource({"03, 1, 2", "ff, 1, 2", "'', 1, 2", "0000, 1, 2", "02, 32000, 2", "7f, 100000, 1"})
  @Order(1)
  void aClassThatDoesNotExistIsNormalAndCounted(String value, String repeated, int connections) {
    long malformed = client.figure("malformed_messages");
    long high = client.figure("high", "messages_received");
    long low = client.figure("low", "messages_received");
    int answered = hostile("Answered");

    send(value, repeated);

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(hostile("Answered") - answered).isEqualTo(connections * MESSAGES);
              assertThat(client.figure("malformed_messages") - malformed)
                  .isEqualTo(connections * MESSAGES);
            });
    assertThat(client.figure("high", "messages_received")).isEqualTo(high);
    assertThat(client.figure("low", "messages_received")).isEqualTo(low);
    assertServes();
  }

  /** Cassandra itself refuses a header that is not in the first frame of its message. */
  @Test
  @Order(2)
  void aNodeOutlivesClassesThatAreTooLongForCassandra() {
    send("7f", "1000000");

    await().atMost(LIMIT).until(() -> hostile("Answered") + hostile("Failed") == hostile("Sent"));
    assertServes();
  }

  private void send(String value, String repeated) {
    cluster
        .node(2)
        .jmx()
        .invoke(
            HostilePeerMXBean.NAME,
            "send",
            cluster.node(1).storageAddress(),
            Integer.toString(MESSAGES),
            value,
            repeated);
  }

  private int hostile(String attribute) {
    return (Integer) cluster.node(2).jmx().attribute(HostilePeerMXBean.NAME, attribute);
  }

  private void assertServes() {
    for (String serviceClass : new String[] {"high", "normal", "low"}) {
      assertThat(client.ask(serviceClass, READ).get(0).getString(0)).isEqualTo("one");
    }
    assertThat(client.figure("hook_failures")).isZero();
    assertThat(cluster.node(1).logSince(log)).doesNotContain("io.amoeba.priority");
  }
}
