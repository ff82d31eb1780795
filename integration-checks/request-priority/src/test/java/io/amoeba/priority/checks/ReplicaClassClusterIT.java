package io.amoeba.priority.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
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

/** Two nodes that both have all rows: each request is one of the other node's, too. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReplicaClassClusterIT {

  private static final int REQUESTS = 50;
  private static final Duration LIMIT = Duration.ofMinutes(4);

  private CassandraCluster cluster;
  private NodeClient first;
  private NodeClient second;
  private int next;

  private static StartOptions withAgent() {
    return StartOptions.NONE.withPatience().withAgent(AgentJars.requestPriority(), "");
  }

  @BeforeAll
  void startTwoNodes() {
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults().withHeapMegabytes(384).withOptions(withAgent()),
            2,
            Path.of("target", "clusters"));
    first = new NodeClient(cluster.node(1));
    second = new NodeClient(cluster.node(2));
    first.changeSchema(
        "CREATE KEYSPACE shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 2}");
    first.changeSchema("CREATE TABLE shop.items (id int PRIMARY KEY, value text)");
  }

  @AfterAll
  void endAll() {
    if (cluster != null) {
      cluster.keepLogs();
      first.close();
      second.close();
      cluster.close();
    }
  }

  @Test
  @Order(1)
  void theClassOfARequestTravelsToItsReplicas() {
    for (String serviceClass : new String[] {"high", "low"}) {
      long received = second.figure(serviceClass, "messages_received");

      writeAndReadAll(serviceClass);

      assertThat(second.figure(serviceClass, "messages_received") - received)
          .isGreaterThanOrEqualTo(2L * REQUESTS);
      assertThat(first.figure(serviceClass, "messages_sent")).isGreaterThanOrEqualTo(2L * REQUESTS);
    }
  }

  @Test
  @Order(2)
  void aNormalRequestTravelsWithoutAClass() {
    long high = second.figure("high", "messages_received");
    long low = second.figure("low", "messages_received");

    writeAndReadAll("normal");

    assertThat(second.figure("high", "messages_received")).isEqualTo(high);
    assertThat(second.figure("low", "messages_received")).isEqualTo(low);
  }

  @Test
  @Order(3)
  void highRequestsAreActiveOnTheirReplicas() {
    new PriorityBean(cluster.node(2)).set("QuietTimeMillis", 10_000L);

    writeAndReadAll("high");

    assertThat(second.figure("high_active")).isOne();
    assertThat(second.figure("hook_failures")).isZero();
  }

  @Test
  @Order(4)
  void aNodeWithoutTheAgentIgnoresTheClass() {
    second.close();
    cluster.node(2).process().kill();
    await().atMost(LIMIT).until(() -> !cluster.node(2).isAlive());
    // Else the first node may take the new process for down, too, when it sees the end of this one.
    await().atMost(LIMIT).until(() -> !cluster.node(1).jmx().unreachableNodes().isEmpty());
    cluster.launch(2, StartOptions.NONE.withPatience());
    cluster.node(2).awaitNormal(CassandraCluster.START_LIMIT);
    // The first node may still have connections to the process before.
    await().atMost(LIMIT).ignoreExceptions().until(() -> writeAndReadOnce("normal"));
    second = new NodeClient(cluster.node(2));
    long log = cluster.node(2).logBytes();

    for (String serviceClass : new String[] {"high", "low"}) {
      writeAndReadAll(serviceClass);
    }

    assertThat(cluster.node(2).logSince(log)).doesNotContain("ERROR");
    assertThat(first.figure("hook_failures")).isZero();
  }

  private void writeAndReadAll(String serviceClass) {
    for (int request = 0; request < REQUESTS; request++) {
      assertThat(writeAndReadOnce(serviceClass)).isTrue();
    }
  }

  /** Through the first node, by both. */
  private boolean writeAndReadOnce(String serviceClass) {
    int id = next++;
    ask(serviceClass, "INSERT INTO shop.items (id, value) VALUES (" + id + ", 'new')");
    Row row = ask(serviceClass, "SELECT value FROM shop.items WHERE id = " + id).one();
    return row != null && "new".equals(row.getString(0));
  }

  private AsyncResultSet ask(String serviceClass, String cql) {
    SimpleStatement atAll = SimpleStatement.newInstance(cql);
    return first.send(serviceClass, atAll.setConsistencyLevel(ConsistencyLevel.ALL)).join();
  }
}
