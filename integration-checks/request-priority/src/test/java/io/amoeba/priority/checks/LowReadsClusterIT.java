package io.amoeba.priority.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * Three nodes that all have all rows: what low requests do on them, and what they must leave alone.
 * A low read waits longer than others, which says nothing about a replica.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LowReadsClusterIT {

  private static final int ROWS = 40;
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final String SNITCH = "org.apache.cassandra.db:type=DynamicEndpointSnitch";
  private static final String RETRIES =
      "org.apache.cassandra.metrics:type=Table,keyspace=shop,scope=items,name=SpeculativeRetries";
  private static final String LOW_WRITES =
      "org.apache.cassandra.metrics:type=ThreadPools,path=request,scope=MutationStage-Low,"
          + "name=CompletedTasks";

  private CassandraCluster cluster;
  private CassandraNode coordinator;
  private NodeClient client;
  private NodeClient second;

  @BeforeAll
  void startThreeNodes() {
    StartOptions options =
        StartOptions.NONE
            .withPatience()
            // So long a low read waits for a node that stands still.
            .withYaml("read_request_timeout", "5s")
            .withYaml("hinted_handoff_enabled", false)
            .withYaml("dynamic_snitch", true)
            .withAgent(AgentJars.requestPriority(), "low-limit=64,quiet-time=0s");
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults().withHeapMegabytes(384).withOptions(options),
            3,
            Path.of("target", "clusters"));
    coordinator = cluster.node(1);
    client = new NodeClient(coordinator);
    second = new NodeClient(cluster.node(2));
    client.changeSchema(
        "CREATE KEYSPACE shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
    client.changeSchema(
        "CREATE TABLE shop.items (id int PRIMARY KEY, value text)"
            + " WITH speculative_retry = '50ms' AND read_repair = 'NONE'");
    client.changeSchema("CREATE TABLE shop.counted (id int PRIMARY KEY, n counter)");
    write("normal", "shop.items");
  }

  @AfterAll
  void endAll() {
    if (cluster != null) {
      cluster.keepLogs();
      client.close();
      second.close();
      cluster.close();
    }
  }

  private void write(String serviceClass, String table) {
    PreparedStatement insert =
        client.prepare("INSERT INTO " + table + " (id, value) VALUES (?, 'new')");
    for (int id = 0; id < ROWS; id++) {
      client.send(serviceClass, insert.bind(id).setConsistencyLevel(ConsistencyLevel.ALL)).join();
    }
  }

  private List<CompletableFuture<AsyncResultSet>> read(
      String serviceClass, ConsistencyLevel level) {
    PreparedStatement select = client.prepare("SELECT value FROM shop.items WHERE id = ?");
    List<CompletableFuture<AsyncResultSet>> answers = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      answers.add(client.send(serviceClass, select.bind(id).setConsistencyLevel(level)));
    }
    return answers;
  }

  @Test
  @Order(1)
  void lowReadsAreNoSamplesOfTheDynamicSnitch() {
    int ofSecond = samples(2);
    int ofThird = samples(3);

    read("low", ConsistencyLevel.ALL).forEach(CompletableFuture::join);

    assertThat(samples(2)).isEqualTo(ofSecond);
    assertThat(samples(3)).isEqualTo(ofThird);
    // Those of other classes are.
    read("normal", ConsistencyLevel.ALL).forEach(CompletableFuture::join);
    await().atMost(LIMIT).until(() -> samples(2) > ofSecond && samples(3) > ofThird);
  }

  /** Of the coordinator's; at most a hundred are kept for each node. */
  private int samples(int peer) {
    return ((List<?>)
            coordinator.jmx().invoke(SNITCH, "dumpTimings", cluster.node(peer).storageAddress()))
        .size();
  }

  @Test
  @Order(2)
  void lowWritesRunOnTheirOwnThreadsOfReplicasUnlessTheyTakeSharedLocks() {
    long before = lowWrites();

    write("low", "shop.items");

    await().atMost(LIMIT).until(() -> lowWrites() - before >= ROWS);
    long after = lowWrites();
    // On all replicas, as the read asks one of them.
    SimpleStatement count =
        SimpleStatement.newInstance("UPDATE shop.counted SET n = n + 1 WHERE id = 1")
            .setConsistencyLevel(ConsistencyLevel.ALL);
    for (int i = 0; i < ROWS; i++) {
      client.send("low", count).join();
    }
    assertThat(lowWrites()).isEqualTo(after);
    assertThat(client.ask("low", "SELECT n FROM shop.counted WHERE id = 1").get(0).getLong(0))
        .isEqualTo(ROWS);
    assertThat(second.figure("hook_failures")).isZero();
  }

  /** On the second node. */
  private long lowWrites() {
    return ((Number) cluster.node(2).jmx().attribute(LOW_WRITES, "Value")).longValue();
  }

  @Test
  @Order(3)
  void answersCarryTheClassBackToTheCoordinator() {
    long before = client.figure("high", "messages_received");

    read("high", ConsistencyLevel.ALL).forEach(CompletableFuture::join);

    assertThat(client.figure("high", "messages_received") - before)
        .isGreaterThanOrEqualTo(2 * ROWS);
  }

  @Test
  @Order(4)
  void aLowReadAsksNoFurtherReplicaWhereANormalOneDoes() {
    long ofNormal = 0;
    long ofLow = 0;
    for (int silent = 2; silent <= 3; silent++) {
      cluster.node(silent).process().pause();
      try {
        long before = retries();
        List<CompletableFuture<AsyncResultSet>> normal = read("normal", ConsistencyLevel.TWO);
        normal.forEach(CompletableFuture::join);
        long between = retries();
        read("low", ConsistencyLevel.TWO)
            .forEach(answer -> answer.handle((rows, error) -> rows).join());
        ofNormal += between - before;
        ofLow += retries() - between;
      } finally {
        cluster.node(silent).process().resume();
      }
      awaitAnswersOfAll();
    }

    assertThat(ofNormal).isPositive();
    assertThat(ofLow).isZero();
    assertThat(client.figure("hook_failures")).isZero();
  }

  /** Until the node that stood still is up for the coordinator, and answers in time. */
  private void awaitAnswersOfAll() {
    coordinator.awaitLive(LIMIT, cluster.nodes());
    await()
        .atMost(LIMIT)
        .ignoreExceptionsInstanceOf(CompletionException.class)
        .until(
            () -> {
              read("normal", ConsistencyLevel.ALL).forEach(CompletableFuture::join);
              return true;
            });
  }

  private long retries() {
    return ((Number) coordinator.jmx().attribute(RETRIES, "Count")).longValue();
  }
}
