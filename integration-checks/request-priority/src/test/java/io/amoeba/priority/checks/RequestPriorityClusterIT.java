package io.amoeba.priority.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import io.amoeba.agentchecks.NiceValues;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.NodeJmx;
import io.amoeba.embedded.cassandra.StartOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** One node whose clients mark their requests. The tests come in order: the last one ends it. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RequestPriorityClusterIT {

  private static final int ROWS = 500;
  private static final int MAX_HELD = 400;

  /** Test machines may be loaded: nothing that is held is to become too old. */
  private static final String OPTIONS =
      "low-limit=1,max-hold-time=10s,max-held-requests=" + MAX_HELD;

  private static final Duration LIMIT = Duration.ofMinutes(4);

  /** Beginning of their names, where Cassandra does not name threads by their tasks. */
  private static final String LOW_THREADS = "LowPriority";

  private static final String READ = "SELECT value FROM shop.items WHERE id = 1";
  private static final String SCAN = "SELECT sum(id) FROM shop.items";

  /** Cassandra 4.1 has no memtable whose writes take locks. */
  private static final String LOCKING_MEMTABLE =
      CassandraCluster.release().startsWith("4.") ? "" : " WITH memtable = 'trie'";

  private CassandraCluster cluster;
  private CassandraNode node;
  private NodeClient client;
  private PriorityBean bean;

  private static StartOptions startOptions() {
    StartOptions options =
        StartOptions.NONE
            .withPatience()
            .withAgent(AgentJars.requestPriority(), OPTIONS)
            .withJvmArguments("-Dcassandra.set_sep_thread_name=false")
            .withYaml("materialized_views_enabled", true);
    return LOCKING_MEMTABLE.isEmpty()
        ? options
        : options.withYaml(
            "memtable",
            Map.of(
                "configurations",
                Map.of(
                    "skiplist", Map.of("class_name", "SkipListMemtable"),
                    "trie", Map.of("class_name", "TrieMemtable"),
                    "default", Map.of("inherits", "skiplist"))));
  }

  @BeforeAll
  void startANodeAndFillATable() {
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults().withOptions(startOptions()),
            1,
            Path.of("target", "clusters"));
    node = cluster.node(1);
    client = new NodeClient(node);
    bean = new PriorityBean(node);
    client.run(
        "CREATE KEYSPACE shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}");
    haveLowThreadsStartOthers();
    client.run("CREATE TABLE shop.items (id int PRIMARY KEY, value text)");
    client.run("CREATE TABLE shop.written (id int PRIMARY KEY, value text)");
    List<CompletableFuture<AsyncResultSet>> written = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      written.add(
          client.send(
              "normal",
              "INSERT INTO shop.items (id, value) VALUES (%d, '%s')".formatted(id, value(id))));
    }
    written.forEach(CompletableFuture::join);
  }

  /** Shared threads for writes that take locks, and the one for traces. */
  private void haveLowThreadsStartOthers() {
    client.run("CREATE TABLE shop.first (id int PRIMARY KEY, value text)" + LOCKING_MEMTABLE);
    List<CompletableFuture<AsyncResultSet>> written = new ArrayList<>();
    for (int id = 0; id < 100; id++) {
      Statement<?> insert =
          SimpleStatement.newInstance("INSERT INTO shop.first (id, value) VALUES (?, 'low')", id);
      written.add(client.send("low", insert.setTracing(id == 0)));
    }
    written.forEach(CompletableFuture::join);
  }

  @AfterAll
  void endAll() {
    if (cluster != null) {
      cluster.keepLogs();
      if (client != null) {
        client.close();
      }
      cluster.close();
    }
  }

  @AfterEach
  void noHookHasFailed() {
    // One that has drained serves no clients any more.
    if (node.jmx().hasBean(PriorityBean.NAME) && node.jmx().isNativeTransportRunning()) {
      assertThat(client.figure("hook_failures")).isZero();
      assertThat(client.figure("unanswered")).isZero();
    }
  }

  private static String value(int id) {
    return "value of " + id;
  }

  @Test
  @Order(1)
  void lowRequestsAreServedWhileHighOnesRun() {
    long held = client.figure("low", "held_total");
    List<CompletableFuture<AsyncResultSet>> low = new ArrayList<>();

    try (Load high = new Load(client, "high", READ, 4)) {
      await().atMost(LIMIT).until(() -> high.answers() > 0);
      for (int id = 0; id < 200; id++) {
        low.add(client.send("low", "SELECT value FROM shop.items WHERE id = " + id));
      }
      for (int id = 0; id < low.size(); id++) {
        assertThat(row(low.get(id)).getString("value")).isEqualTo(value(id));
      }
      int before = high.answers();
      await().atMost(LIMIT).until(() -> high.answers() > before);
    }

    assertThat(client.figure("low", "held_total")).isGreaterThan(held);
    assertThat(client.figure("low", "shed")).isZero();
    awaitEnded();
  }

  @Test
  @Order(2)
  void aNewClientConnectsWhileLowRequestsAreHeld() {
    bean.set("QuietTimeMillis", 10_000L);
    client.ask("high", READ);

    try (Load low = new Load(client, "low", SCAN, MAX_HELD / 2);
        Load high = new Load(client, "high", READ, 1)) {
      await().atMost(LIMIT).until(() -> low.answers() > 0 && high.answers() > 0);
      try (NodeClient another = new NodeClient(node)) {
        assertThat(another.run(READ)).hasSize(1);
        // Its connections were not held behind them.
        assertThat(another.figure("low", "held")).isPositive();
      }
      bean.reset();
    }

    awaitEnded();
  }

  @Test
  @Order(3)
  void lowRequestsBeyondTheHeldOnesAreAnsweredAsOverloaded() {
    bean.set("QuietTimeMillis", 10_000L);
    long shed = client.figure("low", "shed");

    // A node keeps up with a client that stands still between two requests.
    int overloaded =
        await().atMost(LIMIT).until(this::overloadedOfTwiceAsManyAsAreHeld, found -> found > 0);

    bean.reset();
    assertThat(overloaded).isLessThanOrEqualTo(MAX_HELD);
    assertThat(client.figure("low", "shed") - shed).isEqualTo(overloaded);
    awaitEnded();
  }

  private int overloadedOfTwiceAsManyAsAreHeld() {
    client.ask("high", READ);
    List<CompletableFuture<AsyncResultSet>> low = new ArrayList<>();
    for (int i = 0; i < 2 * MAX_HELD; i++) {
      low.add(client.send("low", SCAN));
    }
    int overloaded = 0;
    for (CompletableFuture<AsyncResultSet> answer : low) {
      if (isOverloaded(answer)) {
        overloaded++;
      } else {
        assertSum(answer);
      }
    }
    return overloaded;
  }

  @Test
  @Order(4)
  void everyRequestIsAnsweredOnceWhileTheSettingsChange() throws Exception {
    long overloadedBefore = client.figure("low", "shed");
    MixedRequests requests = new MixedRequests(client, ROWS, RequestPriorityClusterIT::value);

    try (ChangingSettings changing = new ChangingSettings(bean, Duration.ofMillis(50))) {
      requests.run(30_000, 300);
      assertThat(changing.changes()).isGreaterThan(10);
    }

    bean.reset();
    System.out.println(requests);
    assertThat(requests.wrong()).isEmpty();
    assertThat(requests.answers()).isEqualTo(30_000);
    assertThat(requests.overloaded())
        .isEqualTo(client.figure("low", "shed") - overloadedBefore)
        .isLessThan(requests.answers() / 2);
    Map<Integer, String> written = new HashMap<>();
    client
        .run("SELECT id, value FROM shop.written")
        .forEach(row -> written.put(row.getInt("id"), row.getString("value")));
    assertThat(written).isEqualTo(requests.written());
    awaitEnded();
  }

  @Test
  @Order(5)
  void lowRequestsThatTakeSharedLocksEnd() {
    client.run("CREATE TABLE shop.tried (id int PRIMARY KEY, value text)" + LOCKING_MEMTABLE);
    client.run("CREATE TABLE shop.counted (id int PRIMARY KEY, n counter)");
    client.run("CREATE TABLE shop.based (id int PRIMARY KEY, value int)");
    client.run(
        "CREATE MATERIALIZED VIEW shop.viewed AS SELECT * FROM shop.based"
            + " WHERE value IS NOT NULL AND id IS NOT NULL PRIMARY KEY (value, id)");

    try (Load high = new Load(client, "high", READ, 4)) {
      await().atMost(LIMIT).until(() -> high.answers() > 0);
      for (int id = 0; id < 20; id++) {
        client.ask("low", "INSERT INTO shop.tried (id, value) VALUES (" + id + ", 'trie')");
        client.ask("low", "UPDATE shop.counted SET n = n + 3 WHERE id = 1");
        client.ask("low", "INSERT INTO shop.based (id, value) VALUES (" + id + ", 7)");
        assertThat(
                client
                    .ask("low", "INSERT INTO shop.tried (id) VALUES (" + -id + ") IF NOT EXISTS")
                    .get(0)
                    .getBoolean("[applied]"))
            .isEqualTo(id != 0);
        client.ask(
            "low",
            "BEGIN BATCH INSERT INTO shop.written (id, value) VALUES (-1, 'logged');"
                + " INSERT INTO shop.tried (id, value) VALUES (1000, 'logged'); APPLY BATCH");
        client.ask(
            "low",
            "BEGIN UNLOGGED BATCH INSERT INTO shop.written (id, value) VALUES (-2, 'unlogged');"
                + " INSERT INTO shop.written (id, value) VALUES (-3, 'unlogged'); APPLY BATCH");
      }
    }

    assertThat(client.ask("low", "SELECT id FROM shop.tried")).hasSize(2 * 20);
    assertThat(client.ask("low", "SELECT n FROM shop.counted WHERE id = 1").get(0).getLong(0))
        .isEqualTo(3 * 20);
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(client.ask("low", "SELECT id FROM shop.viewed WHERE value = 7"))
                    .hasSize(20));
    awaitEnded();
  }

  /** Low threads have started threads of other pools, which inherit what their starter has. */
  @Test
  @Order(6)
  void onlyThreadsOfTheLowClassHaveARaisedNiceValue() throws IOException {
    long process = node.process().pid();
    int nice = NiceValues.ofProcess(process);

    assertThat(client.figure("nice_threads")).isPositive();
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(NiceValues.ofThreads(process))
                    .anyMatch(thread -> thread.name().startsWith(LOW_THREADS))
                    .allSatisfy(
                        thread ->
                            assertThat(thread.value())
                                .isEqualTo(
                                    thread.name().startsWith(LOW_THREADS)
                                        ? NiceValues.raised(nice, 10)
                                        : nice)));
    assertThat(node.nodetool("tpstats"))
        .contains("Native-Transport-Requests-Low", "ReadStage-Low", "MutationStage-Low");
  }

  /** Others would spin while a low thread waits for a CPU. */
  @Test
  @Order(6)
  void threadsShareNoRecyclerOfNetty() {
    TabularData properties =
        (TabularData) node.jmx().attribute("java.lang:type=Runtime", "SystemProperties");

    assertThat(properties.get(new String[] {"io.netty.recycler.maxCapacityPerThread"}).get("value"))
        .isEqualTo("0");
  }

  /** Of the jars that the run has named, or of the build's own. */
  @Test
  @Order(6)
  void theAgentKnowsTheReleaseOfItsNode() {
    String release = (String) bean.get("CassandraVersion");

    assertThat(node.nodetool("version")).contains("ReleaseVersion: " + release);
    assertThat(release).isEqualTo(CassandraCluster.release());
    assertThat((String[]) bean.get("Targets"))
        .isNotEmpty()
        .noneMatch(target -> target.startsWith("NOT PATCHED"));
    System.out.println("Request priority ran on Cassandra " + release);
  }

  @Test
  @Order(6)
  void aNodeWhoseAgentIsDisabledServesAllAlike() {
    bean.set("QuietTimeMillis", 10_000L);
    client.ask("high", READ);
    List<CompletableFuture<AsyncResultSet>> low = new ArrayList<>();
    for (int i = 0; i < MAX_HELD / 2; i++) {
      low.add(client.send("low", SCAN));
    }

    bean.set("Enabled", false);

    await().atMost(LIMIT).until(() -> client.figure("low", "held") == 0);
    low.forEach(RequestPriorityClusterIT::assertSum);
    long requests = client.figure("low", "requests");
    assertSum(client.send("low", SCAN));
    assertThat(client.figure("low", "requests")).isEqualTo(requests);
    bean.reset();
    awaitEnded();
  }

  @Test
  @Order(7)
  void theModeThatObservesHoldsNothing() {
    bean.set("Mode", "observe");
    bean.set("QuietTimeMillis", 10_000L);
    long held = client.figure("low", "held_total");
    long completed = client.figure("low", "completed");
    client.ask("high", READ);
    assertThat(client.figure("high_active")).isOne();

    for (int i = 0; i < 50; i++) {
      assertSum(client.send("low", SCAN));
    }

    bean.reset();
    assertThat(client.figure("low", "held_total")).isEqualTo(held);
    await().atMost(LIMIT).until(() -> client.figure("low", "completed") == completed + 50);
    awaitEnded();
  }

  @Test
  @Order(8)
  void theLimitAdaptsToFewHighRequests() {
    bean.set("HopWaitTargetMicros", 50L);
    bean.set("LowLimit", "auto");

    try (Load low = new Load(client, "low", SCAN, 64)) {
      await()
          .atMost(LIMIT)
          .pollInterval(Duration.ofMillis(50))
          .until(
              () -> {
                // One after the other, and as many as a busy machine answers between two looks.
                for (int i = 0; i < 20; i++) {
                  client.ask("high", READ);
                }
                return client.figure("low_limit") < 32;
              });
      assertThat(low.answers()).isPositive();
    }

    bean.reset();
    awaitEnded();
  }

  /** The share is that of whole minutes, the first of which had other requests, too. */
  @Tag("long")
  @Test
  @Order(9)
  void aNodeWhoseRequestsAreMostlyHighWarnsItsOperator() {
    long log = node.logBytes();

    try (Load high = new Load(client, "high", READ, 4)) {
      await()
          .atMost(LIMIT.plusSeconds(30))
          .untilAsserted(
              () -> assertThat(node.logSince(log)).contains("last minute's requests were high"));
      assertThat(high.answers()).isPositive();
    }
    awaitEnded();
  }

  @Test
  @Order(10)
  void aNodeThatDrainsAnswersWhatItHolds() {
    assumeThat(CassandraCluster.release()).as("releases that wait for requests").startsWith("5.");
    long requests = client.figure("low", "requests");
    bean.set("QuietTimeMillis", 10_000L);
    client.ask("high", READ);
    List<CompletableFuture<AsyncResultSet>> low = new ArrayList<>();
    // On a busy machine they may have been served before it is seen that all have arrived.
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              for (int i = 0; i < MAX_HELD / 2; i++) {
                low.add(client.send("low", SCAN));
              }
              awaitArrived(requests + low.size());
              return client.figure("low", "held") > MAX_HELD / 8;
            });
    long log = node.logBytes();

    CompletableFuture<?> drained =
        CompletableFuture.runAsync(
            () -> node.jmx().invokeWithin(LIMIT, NodeJmx.STORAGE_SERVICE, "drain"));

    low.forEach(RequestPriorityClusterIT::assertSum);
    drained.join();
    assertThat(node.logSince(log))
        .contains("DRAINED")
        .doesNotContain("took longer than the native transport timeout");
  }

  private void awaitArrived(long requests) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> client.figure("low", "requests") >= requests);
  }

  /** Until no marked request is left, and all that have arrived were answered. */
  private void awaitEnded() {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(client.figure("low", "held")).isZero();
              assertThat(client.figure("low", "running")).isZero();
              assertThat(client.figure("high", "running")).isZero();
              for (String serviceClass : List.of("high", "low")) {
                assertThat(client.figure(serviceClass, "completed"))
                    .isEqualTo(client.figure(serviceClass, "requests"));
              }
            });
  }

  private static void assertSum(CompletableFuture<AsyncResultSet> answer) {
    assertThat(row(answer).getInt(0)).isEqualTo(ROWS * (ROWS - 1) / 2);
  }

  private static Row row(CompletableFuture<AsyncResultSet> answer) {
    Row row = answer.join().one();
    assertThat(row).isNotNull();
    return row;
  }

  private static boolean isOverloaded(CompletableFuture<AsyncResultSet> answer) {
    try {
      var unused = answer.join();
      return false;
    } catch (CompletionException e) {
      assertThat(e.getCause())
          .isInstanceOfAny(OverloadedException.class, AllNodesFailedException.class);
      return true;
    }
  }
}
