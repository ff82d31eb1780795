package io.amoeba.priority.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Three members with all agents of the project in one JVM, whose clients mark their requests; a
 * node joins in steps and is warmed.
 */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AllAgentsClusterIT {

  private static final Duration LIMIT = CassandraCluster.START_LIMIT;
  private static final List<String> CLASSES = List.of("high", "normal", "low");
  private static final Pattern STEPS = Pattern.compile("This node joins in (\\d+) steps");

  private final MarkedLoad.Rows rows = new MarkedLoad.Rows();
  private final List<NodeClient> clients = new ArrayList<>();
  private CassandraCluster cluster;

  private static StartOptions withAllAgents() {
    return StartOptions.onOldestJava()
        .withPatience()
        .withJvmArguments("-Dcassandra.ring_delay_ms=15000")
        .withAgent(AgentJars.incrementalStreaming(), "tokens-per-step=4")
        .withAgent(AgentJars.readHints(), "load-shedding=off")
        .withAgent(AgentJars.requestPriority(), "");
  }

  @BeforeAll
  void startThreeMembers() {
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults().withHeapMegabytes(384).withOptions(withAllAgents()),
            3,
            Path.of("target", "clusters"));
    cluster.nodes().forEach(node -> clients.add(new NodeClient(node)));
    MarkedLoad.createTable(clients.get(0));
  }

  @AfterAll
  void endAll() {
    if (cluster != null) {
      cluster.keepLogs();
      clients.forEach(NodeClient::close);
      cluster.close();
    }
  }

  @Test
  void aNodeJoinsInStepsUnderMarkedLoadAndNoWriteIsLost() {
    List<MarkedLoad> loads = new ArrayList<>();
    CassandraNode joiningNode;
    try {
      clients.forEach(client -> loads.add(new MarkedLoad(client, rows, 2)));
      loads.forEach(load -> awaitMore(load, 50));

      joiningNode = cluster.launch(4, withAllAgents());
      joiningNode.awaitNormal(LIMIT);
      clients.add(new NodeClient(joiningNode));
      loads.add(new MarkedLoad(clients.get(3), rows, 2));
      loads.forEach(load -> awaitMore(load, 50));
    } finally {
      loads.forEach(MarkedLoad::close);
    }

    loads.forEach(System.out::println);
    String log = joiningNode.logSince(0);
    assertThat(STEPS.matcher(log).results().map(found -> found.group(1)).toList())
        .containsExactly("4");
    if (StartOptions.onOldestJava().javaHome() != null) {
      assertThat(log).contains("JVM vendor/version").containsPattern("/11\\.0\\.");
    }
    loads.forEach(load -> assertThat(load.wrong()).isEmpty());
    assertEveryAcknowledgedRowIsReadThrough(clients.get(3));
    clients.forEach(AllAgentsClusterIT::assertClassesAreCounted);
  }

  private static void awaitMore(MarkedLoad load, int answers) {
    for (String serviceClass : CLASSES) {
      int before = load.answers(serviceClass);
      await().atMost(LIMIT).until(() -> load.answers(serviceClass) > before + answers);
    }
  }

  private void assertEveryAcknowledgedRowIsReadThrough(NodeClient client) {
    Map<Integer, String> found = new HashMap<>();
    client
        .run("SELECT id, value FROM shop.items", ConsistencyLevel.QUORUM)
        .forEach(row -> found.put(row.getInt("id"), row.getString("value")));
    List<Integer> lost =
        rows.acknowledged().stream()
            .filter(id -> !MarkedLoad.Rows.value(id).equals(found.get(id)))
            .toList();
    assertThat(rows.acknowledged()).hasSizeGreaterThan(400);
    assertThat(lost).isEmpty();
  }

  private static void assertClassesAreCounted(NodeClient client) {
    for (String serviceClass : CLASSES) {
      assertThat(client.figure(serviceClass, "requests")).isPositive();
      assertThat(client.figure(serviceClass, "completed")).isPositive();
    }
    // Those of other coordinators: the joined node serves its share, too.
    assertThat(client.figure("high", "messages_received")).isPositive();
    assertThat(client.figure("low", "messages_received")).isPositive();
    assertThat(client.figure("hook_failures")).isZero();
    assertThat(client.figure("malformed_messages")).isZero();
    assertThat(client.figure("unanswered")).isZero();
  }
}
