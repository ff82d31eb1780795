package io.amoeba.hints.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Three members with both agents, whose clients read some keys; two nodes join, one by one. */
@Tag("long")
@Timeout(value = 12, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WarmJoinClusterIT {

  private static final Path FOLDER = Path.of("target", "clusters");
  private static final String TABLE = "shop.items";
  private static final int KEYS = 300;
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final String SERVING = "Starting listening for CQL clients";
  private static final Pattern WARMED =
      Pattern.compile("Warmed up by (\\d+) reads of the peers' hot set\\R");

  private CassandraCluster cluster;
  private NodeClient first;

  private static StartOptions withHints(String more) {
    return StartOptions.onOldestJava()
        .withJvmArguments("-Dcassandra.ring_delay_ms=15000")
        .withYaml("hinted_handoff_enabled", false)
        .withYaml("dynamic_snitch", false)
        .withAgent(AgentJars.readHints(), "load-shedding=off" + more);
  }

  private static StartOptions withBoth() {
    return withHints("").withAgent(AgentJars.incrementalStreaming(), "tokens-per-step=4");
  }

  @BeforeAll
  void startThreeMembersWhoseClientsReadSomeKeys() {
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults().withHeapMegabytes(384).withOptions(withBoth()), 3, FOLDER);
    first = new NodeClient(cluster.node(1));
    HintCluster.makeKeyspace(first);
    first.changeSchema(
        "CREATE TABLE " + TABLE + " (id text, row int, text text, PRIMARY KEY (id, row))");
    first.write(TABLE, KEYS);
    cluster.nodes().forEach(node -> node.jmx().flush("shop"));
    first.read(TABLE, KEYS, DefaultConsistencyLevel.ONE);
    await().atMost(LIMIT).until(() -> first.hints("hot_set_size") >= KEYS);
  }

  @AfterAll
  void endAll() {
    HintCluster.end(cluster, first);
  }

  @Test
  @Order(1)
  void eachStepOfAnIncrementalJoinIsWarmedByTheHotSetBeforeTheNodeServes() {
    CassandraNode joiningNode = cluster.launch(4, withBoth());
    joiningNode.awaitNormal(LIMIT);

    String log = joiningNode.logSince(0);
    String joining = log.substring(0, log.indexOf(SERVING));
    long reads =
        WARMED.matcher(joining).results().mapToLong(found -> Long.parseLong(found.group(1))).sum();
    System.out.printf(
        "Before it served, the joining node read %d keys of hot sets: %s%n",
        reads, WARMED.matcher(joining).results().map(found -> found.group(1)).toList());
    if (StartOptions.onOldestJava().javaHome() != null) {
      assertThat(joining).contains("JVM vendor/version").containsPattern("/11\\.0\\.");
    }
    assertThat(joining).contains("This node joins in 4 steps");
    assertThat(WARMED.matcher(joining).results()).hasSizeGreaterThanOrEqualTo(4);
    // Of four nodes it has three quarters of the keys, each of which one peer has seen read.
    assertThat(reads).isGreaterThan(KEYS / 2);
    assertThat(joining).containsPattern("Asking 3 peers for their hot set of \\d+ token ranges");
    try (NodeClient joined = new NodeClient(joiningNode)) {
      assertThat(joined.hints("applied")).isGreaterThanOrEqualTo(reads);
      assertThat(joined.hints("dropped_failed")).isZero();
      assertThat(joined.hints("dropped_out_of_range")).isZero();
    }
  }

  @Test
  @Order(2)
  void aNodeThatJoinsInOneGoCanRequestItsFutureHotSetAndIsWarmBeforeItIsAMember() throws Exception {
    CassandraNode joiningNode = cluster.launch(5, withHints(",warm-up-limit=60s"));
    await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(() -> first.node().jmx().joiningNodes().contains(joiningNode.storageAddress()));
    first.read(TABLE, KEYS, DefaultConsistencyLevel.ONE);

    long applied = HintBean.pullAndWait(joiningNode, 60_000, "");

    assertThat(joiningNode.jmx().operationMode()).isEqualTo("JOINING");
    System.out.printf("While it joined, the node read %d keys of hot sets%n", applied);
    assertThat(applied).isPositive();
    assertThat(HintBean.counter(joiningNode, "hot_set_pulls")).isEqualTo(1);
    assertThat(HintBean.counter(joiningNode, "applied")).isEqualTo(applied);
    joiningNode.awaitNormal(LIMIT);
    String log = joiningNode.logSince(0);
    assertThat(log.substring(0, log.indexOf("Finish joining ring")))
        .containsPattern("Warmed up by [1-9]\\d* reads of the peers' hot sets");
  }
}
