package io.amoeba.priority.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Three nodes that all have all rows: two with the agent and one without, then the opposite. */
@Tag("long")
@Timeout(value = 40, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RollingRestartClusterIT {

  private static final Duration LIMIT = CassandraCluster.START_LIMIT;
  private static final int HELD = 100;

  private final MarkedLoad.Rows rows = new MarkedLoad.Rows();
  private final TreeMap<Integer, NodeClient> clients = new TreeMap<>();
  private final TreeMap<Integer, MarkedLoad> loads = new TreeMap<>();
  private CassandraCluster cluster;

  private static StartOptions withAgent() {
    return StartOptions.NONE
        .withSyncedCommitLog()
        .withAgent(AgentJars.requestPriority(), "low-limit=1,max-hold-time=10s");
  }

  private static StartOptions withoutAgent() {
    return StartOptions.NONE.withSyncedCommitLog();
  }

  @BeforeAll
  void startThreeNodes() {
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults().withHeapMegabytes(384).withOptions(withAgent()),
            3,
            Path.of("target", "clusters"));
    MarkedLoad.createTable(connect(1));
    connect(2);
    connect(3);
  }

  private NodeClient connect(int node) {
    NodeClient client = new NodeClient(cluster.node(node));
    clients.put(node, client);
    return client;
  }

  @AfterAll
  void endAll() {
    if (cluster != null) {
      cluster.keepLogs();
      clients.values().forEach(NodeClient::close);
      cluster.close();
    }
  }

  @Test
  @Order(1)
  void nodesAreRestartedOneByOneWithAndWithoutTheAgentUnderMarkedLoad() {
    clients.forEach((number, client) -> loads.put(number, new MarkedLoad(client, rows, 2)));
    try {
      loads.values().forEach(RollingRestartClusterIT::awaitMore);

      restart(1, withoutAgent());
      restart(2, withoutAgent());
      restart(3, withAgent());
      restart(1, withAgent());
    } finally {
      loads.values().forEach(MarkedLoad::close);
    }

    loads.values().forEach(System.out::println);
    loads.values().forEach(load -> assertThat(load.wrong()).isEmpty());
    assertThat(rows.acknowledged()).hasSizeGreaterThan(400);
    for (int number : List.of(1, 3)) {
      NodeClient client = client(number);
      assertThat(client.figure("hook_failures")).isZero();
      assertThat(client.figure("malformed_messages")).isZero();
      assertThat(client.figure("high", "messages_received")).isPositive();
    }
  }

  /** The others go on meanwhile. */
  private void restart(int number, StartOptions options) {
    MarkedLoad before = Objects.requireNonNull(loads.remove(number));
    CassandraNode node = cluster.node(number);
    // As a process that crashes: its requests fail, and no other one's.
    node.process().kill();
    before.close();
    System.out.println("Node " + number + " until its end: " + before);
    assertThat(before.wrong()).isEmpty();
    client(number).close();
    loads.values().forEach(RollingRestartClusterIT::awaitMore);
    await().atMost(LIMIT).until(() -> !node.isAlive());
    cluster.launch(number, options);
    node.awaitNormal(LIMIT);
    loads.put(number, new MarkedLoad(connect(number), rows, 2));
    loads.values().forEach(RollingRestartClusterIT::awaitMore);
  }

  private static void awaitMore(MarkedLoad load) {
    for (String serviceClass : List.of("high", "normal", "low")) {
      int before = load.answers(serviceClass);
      await().atMost(LIMIT).until(() -> load.answers(serviceClass) > before + 20);
    }
  }

  private NodeClient client(int number) {
    NodeClient client = clients.get(number);
    if (client == null) {
      throw new IllegalArgumentException("no client of node " + number);
    }
    return client;
  }

  @Test
  @Order(2)
  void aKilledNodeThatHoldsLowRequestsLeavesNoneUnanswered() throws Exception {
    CassandraNode node = cluster.node(1);
    NodeClient client = client(1);
    new PriorityBean(node).set("QuietTimeMillis", 10_000L);
    client.ask("high", "SELECT value FROM shop.items WHERE id = 1");
    List<CompletableFuture<AsyncResultSet>> low = new ArrayList<>();
    for (int i = 0; i < 4 * HELD; i++) {
      low.add(client.send("low", "SELECT count(*) FROM shop.items"));
    }
    await().atMost(LIMIT).until(() -> client.figure("low", "held") > HELD);

    node.process().kill();

    int answered = 0;
    int lost = 0;
    for (CompletableFuture<AsyncResultSet> answer : low) {
      try {
        assertThat(answer.get(2, TimeUnit.MINUTES).one()).isNotNull();
        answered++;
      } catch (ExecutionException e) {
        assertThat(e.getCause()).matches(MarkedLoad::isRefusal);
        lost++;
      }
    }
    System.out.printf("%d low requests were answered, %d ended with the node%n", answered, lost);
    assertThat(lost).isGreaterThan(HELD);
    client.close();
    await().atMost(LIMIT).until(() -> !node.isAlive());
    cluster.launch(1, withAgent());
    node.awaitNormal(LIMIT);
    NodeClient again = connect(1);
    assertThat(again.ask("low", "SELECT count(*) FROM shop.items")).hasSize(1);
    assertThat(again.figure("low", "held")).isZero();
  }
}
