package io.amoeba.hints.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.StartOptions;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
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
 * Three nodes that all have each key, and clients that ask the first one only. The tests come in
 * order: the last ones start nodes again.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReadHintsClusterIT {

  private static final String TABLE = "shop.items";
  private static final int KEYS = 300;

  /** Test machines may be loaded: then hints would be dropped, which is not what is shown here. */
  private static final String OPTIONS =
      "load-shedding=off,batches-in-flight=64,max-hint-age=60s,max-replay-time=10s";

  private static final Duration LIMIT = Duration.ofMinutes(3);

  private CassandraCluster cluster;
  private NodeClient first;
  private NodeClient second;
  private NodeClient third;

  private static StartOptions stock() {
    return StartOptions.NONE
        .withPatience()
        .withYaml("hinted_handoff_enabled", false)
        // A coordinator asks itself first, whatever it has measured of the others.
        .withYaml("dynamic_snitch", false)
        .withYaml("file_cache_enabled", true)
        // Of which Cassandra keeps 32 MiB for itself.
        .withYaml("file_cache_size", "64MiB");
  }

  private static StartOptions withHints() {
    return stock().withAgent(AgentJars.readHints(), OPTIONS);
  }

  @BeforeAll
  void startThreeNodesAndFillATable() {
    cluster = HintCluster.start(withHints(), 3);
    first = new NodeClient(cluster.node(1));
    second = new NodeClient(cluster.node(2));
    third = new NodeClient(cluster.node(3));
    HintCluster.makeKeyspace(first);
    first.changeSchema(
        "CREATE TABLE "
            + TABLE
            + " (id text, row int, text text, PRIMARY KEY (id, row))"
            + " WITH speculative_retry = 'NEVER'");
    first.write(TABLE, KEYS);
    cluster.nodes().forEach(node -> node.jmx().flush("shop"));
  }

  @AfterAll
  void endAll() {
    HintCluster.end(cluster, first, second, third);
  }

  @Test
  @Order(1)
  void readsAtOneThroughOneCoordinatorWarmTheOtherReplicas() {
    long keyCache = second.cacheRequests("KeyCache");
    long chunkCache = second.cacheRequests("ChunkCache");
    long warmed = warmed();

    first.read(TABLE, KEYS, DefaultConsistencyLevel.ONE);

    assertThat(HintCluster.settled(() -> warmed() - warmed, 2L * KEYS))
        .isGreaterThanOrEqualTo(2L * KEYS);
    System.out.println("Coordinator: " + first.hints());
    System.out.println("Replica: " + second.hints());
    assertThat(first.hints("captured")).isGreaterThanOrEqualTo(KEYS);
    assertThat(second.hints("applied")).isGreaterThan(KEYS / 2);
    assertThat(second.cacheRequests("KeyCache") - keyCache).isGreaterThan(KEYS / 2);
    assertThat(second.cacheRequests("ChunkCache") - chunkCache).isGreaterThan(KEYS / 2);
    assertThat(second.hints("dropped_failed")).isZero();
    assertThat(second.node().logSince(0))
        .containsOnlyOnce("Read hints enabled (sending and receiving)");
  }

  /** A replica that the coordinator has asked itself is warm without a hint. */
  private long warmed() {
    return second.hints("applied")
        + third.hints("applied")
        + second.localReads("shop", "items")
        + third.localReads("shop", "items");
  }

  @Test
  @Order(2)
  void replaysAreNoReadsOfClients() {
    long applied = second.hints("applied");
    long localReads = second.localReads("shop", "items");

    first.read(TABLE, KEYS, DefaultConsistencyLevel.ONE);

    awaitQuiet(
        () ->
            second.hints("applied") - applied + second.localReads("shop", "items") - localReads
                >= KEYS);
    long replayed = second.hints("applied") - applied;
    long counted = second.localReads("shop", "items") - localReads;
    assertThat(replayed + counted).isEqualTo(KEYS);
    assertThat(replayed).isGreaterThan(KEYS / 2);
  }

  @Test
  @Order(3)
  void atQuorumOnlyTheThirdReplicaGetsAHint() {
    Map<String, Long> before = first.hints();

    first.read(TABLE, KEYS, DefaultConsistencyLevel.QUORUM);

    awaitQuiet(() -> difference(before, first.hints(), "deduplicated") >= KEYS);
    Map<String, Long> after = first.hints();
    assertThat(difference(before, after, "deduplicated")).isEqualTo(KEYS);
    // A coordinator that has asked the two others is the third replica itself.
    assertThat(difference(before, after, "sent") + difference(before, after, "received"))
        .isEqualTo(KEYS);
  }

  @Test
  @Order(4)
  void readsAtAllSendNoHints() {
    Map<String, Long> before = first.hints();

    first.read(TABLE, KEYS, DefaultConsistencyLevel.ALL);

    awaitQuiet(() -> difference(before, first.hints(), "captured") >= KEYS);
    Map<String, Long> after = first.hints();
    assertThat(difference(before, after, "captured")).isEqualTo(KEYS);
    assertThat(difference(before, after, "sent")).isZero();
  }

  @Test
  @Order(5)
  void rangeReadsWarmTheOthersWhereTheyAreSwitchedOn() {
    Map<String, Long> before = first.hints();
    first.scan(TABLE);
    awaitQuiet();
    assertThat(difference(before, first.hints(), "captured")).isZero();

    first.node().jmx().setAttribute(HintBean.NAME, "RangeReads", true);
    long rows = second.hints("applied_rows") + third.hints("applied_rows");
    long failed = second.hints("dropped_failed") + third.hints("dropped_failed");
    long chunkCache = second.cacheRequests("ChunkCache") + third.cacheRequests("ChunkCache");
    first.scan(TABLE);
    // Three rows of each key, on both nodes; one that the coordinator asked itself is warm already.
    awaitQuiet(
        () -> second.hints("applied_rows") + third.hints("applied_rows") - rows >= 3L * KEYS);
    first.node().jmx().setAttribute(HintBean.NAME, "RangeReads", false);

    System.out.println("Coordinator of a scan: " + first.hints());
    assertThat(difference(before, first.hints(), "captured_ranges")).isPositive();
    assertThat(second.hints("applied_rows") + third.hints("applied_rows") - rows)
        .isBetween(3L * KEYS, 6L * KEYS);
    assertThat(second.cacheRequests("ChunkCache") + third.cacheRequests("ChunkCache"))
        .isGreaterThan(chunkCache);
    assertThat(second.hints("dropped_failed") + third.hints("dropped_failed")).isEqualTo(failed);
    assertThat(second.hints("dropped_malformed")).isZero();
    assertThat(second.hints("dropped_out_of_range")).isZero();
  }

  @Test
  @Order(6)
  void aTableCanBeSwitchedOffAndOnWhileTheNodeRuns() {
    Map<String, Long> before = first.hints();
    bean(first.node(), "exclude", TABLE);

    first.read(TABLE, KEYS, DefaultConsistencyLevel.ONE);
    awaitQuiet();

    assertThat(difference(before, first.hints(), "captured")).isZero();
    bean(first.node(), "include", TABLE);
    first.read(TABLE, 10, DefaultConsistencyLevel.ONE);
    awaitQuiet(() -> difference(before, first.hints(), "captured") >= 10);
    assertThat(difference(before, first.hints(), "captured")).isEqualTo(10);
  }

  @Test
  @Order(7)
  void aTableDroppedWhileHintsAreUnderWayCausesNoError() {
    first.changeSchema(
        "CREATE TABLE shop.gone (id text, row int, text text, PRIMARY KEY (id, row))");
    first.write("shop.gone", 50);
    for (int round = 0; round < 5; round++) {
      first.read("shop.gone", 50, DefaultConsistencyLevel.ONE);
    }
    first.changeSchema("DROP TABLE shop.gone");
    awaitQuiet();

    first.read(TABLE, 10, DefaultConsistencyLevel.ONE);
    awaitQuiet();

    assertThat(cluster.nodes()).allMatch(CassandraNode::isAlive);
    assertThat(second.hints("dropped_malformed")).isZero();
  }

  @Test
  @Order(8)
  void bothAgentsWorkInOneNodeWhichIsWarmBeforeItServesClientsAgain() throws Exception {
    assumeThat(CassandraCluster.release()).as("releases with joins in steps").startsWith("5.");
    restartThird(
        stock()
            .withAgent(AgentJars.readHints(), OPTIONS + ",warm-up-limit=5m")
            .withAgent(AgentJars.incrementalStreaming(), ""));

    System.out.println("Restarted: " + third.hints());
    assertThat(third.hints("applied")).isGreaterThanOrEqualTo(KEYS);
    assertThat(third.rows("SELECT * FROM amoeba_views.incremental_join")).isEmpty();
    await().atMost(LIMIT).until(() -> (Integer) bean(third.node(), "pullHotSet") == 2);
    await().atMost(LIMIT).until(() -> third.hints("hot_set_received") >= 2L * KEYS);
    // Of one node's requests a peer answers a few at a time, and refuses the others.
    awaitQuiet();
    assertThat(HintBean.pullAndWait(third.node(), 60_000, "")).isGreaterThanOrEqualTo(KEYS);
    assertThat(HintBean.pullAndWait(third.node(), 60_000, "0:9223372036854775807"))
        .isBetween(1L, KEYS - 1L);
    assertThatThrownBy(() -> HintBean.pullAndWait(third.node(), 0, "everything"))
        .hasStackTraceContaining("limitMillis=0: want 1 … 3600000; ranges: want left:right");
    awaitHintsReachThird(1);
  }

  /** The sender looks once a second which replicas are up: reads before that send nothing. */
  private void awaitHintsReachThird(long least) {
    long applied = third.hints("applied");
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              first.read(TABLE, KEYS, DefaultConsistencyLevel.ONE);
              return third.hints("applied") >= applied + least;
            });
  }

  @Test
  @Order(9)
  void aNodeWhoseGossipIsSwitchedOffGetsNothingUntilItIsOnAgain() {
    restartThird(withHints());
    CassandraNode node = third.node();
    node.nodetool("disablegossip");
    await()
        .atMost(LIMIT)
        .until(() -> first.node().jmx().unreachableNodes().contains(node.storageAddress()));
    awaitQuiet();
    long sent = first.hintsSentTo(node);
    Map<String, Long> before = first.hints();
    first.read(TABLE, KEYS, DefaultConsistencyLevel.ONE);
    awaitQuiet(() -> difference(before, first.hints(), "captured") >= KEYS);
    assertThat(first.hintsSentTo(node)).isEqualTo(sent);

    node.nodetool("enablegossip");

    first.node().awaitLive(LIMIT, cluster.nodes());
    awaitHintsReachThird(KEYS / 2);
  }

  @Test
  @Order(10)
  void aNodeWithoutTheAgentGetsNothingAndTheOthersContinue() {
    restartThird(stock());
    await()
        .atMost(LIMIT)
        .until(() -> first.node().jmx().liveNodes().contains(third.node().storageAddress()));
    Map<String, Long> before = first.hints();
    long sentToThird = first.hintsSentTo(third.node());
    long log = third.node().logBytes();

    first.read(TABLE, KEYS, DefaultConsistencyLevel.ONE);

    awaitQuiet(
        () -> {
          Map<String, Long> now = first.hints();
          return difference(before, now, "deduplicated") >= KEYS
              && difference(before, now, "sent") + difference(before, now, "received") >= KEYS;
        });
    Map<String, Long> after = first.hints();
    assertThat(first.hintsSentTo(third.node())).isEqualTo(sentToThird);
    assertThat(difference(before, after, "deduplicated")).isEqualTo(KEYS);
    // To the second node, or to the coordinator itself where it has asked another one.
    assertThat(difference(before, after, "sent") + difference(before, after, "received"))
        .isBetween((long) KEYS, 2L * KEYS);
    assertThat(third.node().logSince(log)).doesNotContain("ERROR");
  }

  @Test
  @Order(11)
  void aNodeWhoseAgentIsSwitchedOffIsAStockNode() {
    long sentToThird = first.hintsSentTo(third.node());
    long log = third.node().logBytes();
    restartThird(withHints().withJvmArguments("-Damoeba.read-hints=off"));
    Map<String, Long> before = first.hints();

    first.read(TABLE, KEYS, DefaultConsistencyLevel.ONE);

    awaitQuiet(() -> difference(before, first.hints(), "captured") >= KEYS);
    assertThat(first.hintsSentTo(third.node())).isEqualTo(sentToThird);
    assertThat(third.node().jmx().hasBean(HintBean.NAME)).isFalse();
    assertThat(third.rows("SELECT * FROM system_virtual_schema.keyspaces"))
        .noneMatch(row -> "amoeba_views".equals(row.getString("keyspace_name")));
    assertThat(third.node().logSince(log))
        .contains("Read hints: switched off by -Damoeba.read-hints=off")
        .doesNotContain("Read hints enabled (sending and receiving)")
        .doesNotContain("ERROR");
  }

  private void restartThird(StartOptions options) {
    third.close();
    CassandraNode node = third.node();
    node.process().kill();
    await().atMost(LIMIT).until(() -> !node.isAlive());
    cluster.launch(3, options);
    node.awaitNormal(CassandraCluster.START_LIMIT);
    third = new NodeClient(node);
    first.node().awaitLive(LIMIT, cluster.nodes());
    // What it was before its restart may still count as living.
    await().atMost(LIMIT).until(() -> generationOfThird(first.node()) == generationOfThird(node));
  }

  /** Which start of the third node this one knows of. */
  private int generationOfThird(CassandraNode node) {
    return (int)
        node.jmx()
            .invoke(
                "org.apache.cassandra.net:type=Gossiper",
                "getCurrentGenerationNumber",
                third.node().storageAddress());
  }

  /** Until what was read has come so far, and then as far as it comes. */
  private void awaitQuiet(Callable<Boolean> reached) {
    await().atMost(LIMIT).until(reached);
    awaitQuiet();
  }

  /** Until no node has anything to send or to replay: its counters stand still. */
  private void awaitQuiet() {
    var unused =
        HintCluster.settled(
            () -> {
              Map<String, Long> now = new TreeMap<>(first.hints());
              second.hints().forEach((name, value) -> now.put("second " + name, value));
              if (third.node().jmx().hasBean(HintBean.NAME)) {
                third.hints().forEach((name, value) -> now.put("third " + name, value));
              }
              now.keySet()
                  .removeIf(
                      name -> name.endsWith("lag_millis") || name.endsWith("sender_cpu_nanos"));
              return now;
            });
  }

  private static Object bean(CassandraNode node, String operation, String... arguments) {
    return HintBean.call(node, operation, arguments);
  }

  private static long difference(Map<String, Long> before, Map<String, Long> after, String name) {
    return after.getOrDefault(name, 0L) - before.getOrDefault(name, 0L);
  }
}
