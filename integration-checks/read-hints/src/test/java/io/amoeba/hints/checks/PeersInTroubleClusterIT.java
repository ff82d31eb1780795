package io.amoeba.hints.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.NodeJmx;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.embedded.cassandra.TestAgentJar;
import io.amoeba.embedded.cassandra.TlsKeys;
import io.amoeba.hints.checks.hostile.HostilePeer;
import io.amoeba.hints.checks.hostile.HostilePeerMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes with both agents that all have each key and speak TLS with each other. Clients go on
 * reading while a peer sends nonsense, is wedged, or is killed. The tests come in order: the last
 * one kills nodes.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PeersInTroubleClusterIT {

  private static final String TABLE = "shop.items";
  private static final int KEYS = 50;
  private static final int MALFORMED = 10_000;
  private static final int IN_FLIGHT = 4;
  private static final Duration LIMIT = Duration.ofMinutes(4);

  /** For so long Cassandra waits for the answer to a ping, with which hints travel. */
  private static final Duration PING_TIMEOUT = Duration.ofSeconds(10);

  private StartOptions options = StartOptions.NONE;
  private CassandraCluster cluster;
  private NodeClient first;
  private NodeClient second;
  private NodeClient third;

  @BeforeAll
  void startThreeNodesAndFillATable(@TempDir Path folder) throws Exception {
    options =
        TlsKeys.make(folder)
            .encrypted(StartOptions.NONE)
            .withPatience()
            .withYaml("hinted_handoff_enabled", false)
            // A coordinator asks itself first, whatever it has measured of the others.
            .withYaml("dynamic_snitch", false)
            // By default a hint that waits for a thread of a busy machine for long is dropped.
            .withAgent(
                AgentJars.readHints(),
                "load-shedding=off,max-hint-age=60s,batches-in-flight=" + IN_FLIGHT)
            .withAgent(AgentJars.incrementalStreaming(), "")
            .withAgent(
                TestAgentJar.make(folder, HostilePeer.class, Path.of("target", "test-classes")),
                "");
    cluster = HintCluster.start(options, 3);
    first = new NodeClient(cluster.node(1));
    second = new NodeClient(cluster.node(2));
    third = new NodeClient(cluster.node(3));
    HintCluster.makeKeyspace(first);
    createTable(TABLE);
    first.write(TABLE, KEYS);
    cluster.nodes().forEach(node -> node.jmx().flush("shop"));
  }

  private void createTable(String name) {
    first.changeSchema(
        "CREATE TABLE "
            + name
            + " (id text, row int, text text, PRIMARY KEY (id, row))"
            + " WITH speculative_retry = '50ms'");
  }

  @AfterAll
  void endAll() {
    HintCluster.end(cluster, first, second, third);
  }

  @Test
  @Order(1)
  void tablesAreAlteredAndDroppedWhileHintsFlyOverTls() {
    try (ReadLoad load = new ReadLoad(first.node(), TABLE)) {
      await().atMost(LIMIT).until(() -> second.hints("applied") > 0);
      createTable("shop.gone");
      first.write("shop.gone", KEYS);
      for (int round = 0; round < 5; round++) {
        first.read("shop.gone", KEYS, DefaultConsistencyLevel.ONE);
      }
      first.changeSchema("DROP TABLE shop.gone");
      first.changeSchema("ALTER TABLE " + TABLE + " ADD more text");
      first.changeSchema("ALTER TABLE " + TABLE + " DROP more");

      awaitMoreApplied(second);
      awaitMoreApplied(third);
      assertThat(load.failures()).isEmpty();
    }
    assertThat(second.hints("dropped_malformed") + third.hints("dropped_malformed")).isZero();
    assertThat(third.node().logSince(0)).contains("encryption = encrypted");
  }

  @Test
  @Order(2)
  void tenThousandMalformedBatchesAreRefusedAndCounted() {
    long before = third.hints("dropped_malformed");
    long full = third.hints("dropped_inbox_full");
    long log = third.node().logBytes();
    try (ReadLoad load = new ReadLoad(third.node(), TABLE)) {
      long seed = System.nanoTime();
      System.out.println("Seed of the malformed batches: " + seed);
      second
          .node()
          .jmx()
          .invoke(
              HostilePeerMXBean.NAME,
              "send",
              third.node().storageAddress(),
              Integer.toString(MALFORMED),
              Long.toString(seed));
      await().atMost(LIMIT).until(() -> (Boolean) hostile("Ended"));
      int answered = (Integer) hostile("Answered");
      int late = (Integer) hostile("Failed");
      await().atMost(LIMIT).until(() -> third.hints("dropped_malformed") - before >= answered);

      assertThat(answered).isGreaterThanOrEqualTo(MALFORMED);
      assertThat(third.hints("dropped_malformed") - before).isLessThanOrEqualTo(answered + late);
      // What the inbox has no room for is not answered.
      assertThat(third.hints("dropped_inbox_full") - full).isLessThanOrEqualTo(late);
      assertThat(load.failures()).isEmpty();
      assertThat(load.answered()).isPositive();
    }
    // Continuous reads: the hints of a single round may all be applied before they are counted.
    try (ReadLoad again = new ReadLoad(first.node(), TABLE)) {
      awaitMoreApplied(third);
      assertThat(again.failures()).isEmpty();
    }
    assertThat(third.node().logSince(log)).doesNotContain("ERROR");
  }

  @Test
  @Order(3)
  void hintsOfTablesThatANodeDoesNotKnowAndOfKeysThatItDoesNotHaveAreDroppedAndCounted() {
    first.changeSchema(
        "CREATE KEYSPACE single WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}");
    first.changeSchema("CREATE TABLE single.items (id text PRIMARY KEY)");
    List<String> all = IntStream.range(0, KEYS).mapToObj(NodeClient::key).toList();
    List<String> its = all.stream().filter(key -> isReplica(third.node(), key)).toList();
    assertThat(its).hasSizeBetween(1, KEYS - 1);
    // The last reads before this test may still be on their way.
    long applied = HintCluster.settled(() -> third.hints("applied"));
    long outOfRange = third.hints("dropped_out_of_range");
    long unknown = third.hints("dropped_unknown_table");

    String items = tableId("single", "items");
    all.forEach(key -> sendHint(items, key));
    sendHint(new UUID(1, 2).toString(), "key");
    sendHint(tableId("system_auth", "roles"), "cassandra");

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(third.hints("dropped_unknown_table")).isEqualTo(unknown + 2);
              assertThat(third.hints("dropped_out_of_range"))
                  .isEqualTo(outOfRange + KEYS - its.size());
              assertThat(third.hints("applied")).isEqualTo(applied + its.size());
            });
  }

  private boolean isReplica(CassandraNode node, String key) {
    return ((List<?>)
            node.jmx()
                .invoke(
                    NodeJmx.STORAGE_SERVICE, "getNaturalEndpointsWithPort", "single", "items", key))
        .contains(node.storageAddress());
  }

  private String tableId(String keyspace, String table) {
    return first
        .rows(
            "SELECT id FROM system_schema.tables WHERE keyspace_name = '%s' AND table_name = '%s'"
                .formatted(keyspace, table))
        .get(0)
        .getUuid("id")
        .toString();
  }

  private void sendHint(String table, String key) {
    second
        .node()
        .jmx()
        .invoke(HostilePeerMXBean.NAME, "sendHint", third.node().storageAddress(), table, key);
  }

  private Object hostile(String attribute) {
    return second.node().jmx().attribute(HostilePeerMXBean.NAME, attribute);
  }

  @Test
  @Order(4)
  void aWedgedPeerGetsFewerHintsAndNoQueueGrows() {
    CassandraNode wedged = third.node();
    third.close();
    try (ReadLoad load = new ReadLoad(first.node(), TABLE)) {
      long healthy = first.ofPeer(wedged, "sent_batches");
      await().atMost(LIMIT).until(() -> first.ofPeer(wedged, "sent_batches") > healthy + 10);
      wedged.process().pause();
      try {
        await().atMost(LIMIT).until(() -> first.ofPeer(wedged, "in_flight") == IN_FLIGHT);
        long begin = System.nanoTime();
        long sent = first.ofPeer(wedged, "sent_batches");
        long toOther = first.ofPeer(second.node(), "sent_batches");
        long dropped = first.ofPeer(wedged, "dropped");
        await()
            .atMost(LIMIT)
            .until(
                () -> {
                  assertThat(first.ofPeer(wedged, "in_flight")).isLessThanOrEqualTo(IN_FLIGHT);
                  return first.ofPeer(second.node(), "sent_batches") > toOther + 30;
                });

        assertThat(first.ofPeer(wedged, "dropped")).isGreaterThan(dropped);
        long sentMeanwhile = first.ofPeer(wedged, "sent_batches") - sent;
        long timeouts = (System.nanoTime() - begin) / PING_TIMEOUT.toNanos();
        // Nothing, but for those whose place becomes free when Cassandra gives up an answer.
        assertThat(sentMeanwhile).isLessThanOrEqualTo((timeouts + 1) * IN_FLIGHT);
      } finally {
        wedged.process().resume();
      }
      long sent = first.ofPeer(wedged, "sent_batches");
      await().atMost(LIMIT).until(() -> first.ofPeer(wedged, "sent_batches") > sent + 10);
      assertThat(load.failures()).isEmpty();
    }
    third = new NodeClient(wedged);
    await().atMost(LIMIT).until(() -> first.ofPeer(wedged, "in_flight") == 0);
  }

  @Test
  @Order(5)
  void clientsReadOnWhenAReceiverAndASenderAreKilledAndHintsFlyAgainAfterwards() {
    List<CassandraNode> killed = List.of(third.node(), first.node());
    try (ReadLoad atSecond = new ReadLoad(second.node(), TABLE)) {
      try (ReadLoad atFirst = new ReadLoad(first.node(), TABLE)) {
        awaitMoreApplied(third);
        third.close();
        third.node().process().kill();
        awaitMore(atFirst);
        awaitMore(atSecond);
        assertThat(atFirst.failures()).isEmpty();
      }
      first.close();
      first.node().process().kill();
      awaitMore(atSecond);
      assertThat(atSecond.failures()).isEmpty();

      killed.forEach(node -> cluster.launch(node.number(), options));
      killed.forEach(node -> node.awaitNormal(CassandraCluster.START_LIMIT));
      first = new NodeClient(cluster.node(1));
      third = new NodeClient(cluster.node(3));
      awaitMoreApplied(first);
      awaitMoreApplied(third);
      assertThat(atSecond.failures()).isEmpty();
    }
    await()
        .atMost(LIMIT)
        .until(
            () ->
                second.ofPeer(first.node(), "in_flight") == 0
                    && second.ofPeer(third.node(), "in_flight") == 0);
    try (ReadLoad again = new ReadLoad(first.node(), TABLE)) {
      awaitMoreApplied(second);
      awaitMoreApplied(third);
      assertThat(again.failures()).isEmpty();
    }
  }

  private static void awaitMore(ReadLoad load) {
    long before = load.answered();
    await().atMost(LIMIT).until(() -> load.answered() > before + 20L * KEYS);
  }

  private static void awaitMoreApplied(NodeClient client) {
    long before = client.hints("applied");
    await().atMost(LIMIT).until(() -> client.hints("applied") > before);
  }
}
