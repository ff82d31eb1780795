package io.amoeba.shift.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.embedded.cassandra.TestAgentJar;
import io.amoeba.shift.checks.intruder.Intruder;
import io.amoeba.shift.checks.intruder.IntruderMXBean;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

/**
 * Three nodes that each have every row; a client reads at LOCAL_ONE through the first, which
 * prefers its own copy. The tests come in order: the last ones end nodes and threads.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReadShiftClusterIT {

  private static final int ROWS = 200;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final long LONG_SECONDS = 3_600;

  /** With auto, no node of a test waits for its disk all the time while the others are idle. */
  private static final String OPTIONS = "severity=always,min-disk-wait=100,max-use=1";

  private CassandraCluster cluster;
  private CassandraNode first;
  private CassandraNode second;
  private CassandraNode third;
  private ShiftBean bean;
  private NodeClient client;
  private NodeClient other;
  private AcknowledgedWrites writes;
  private StartOptions options;

  @BeforeAll
  void startThreeNodes(@TempDir Path folder) throws IOException {
    options =
        StartOptions.NONE
            .withPatience()
            .withAgent(AgentJars.readShift(), OPTIONS)
            .withAgent(AgentJars.readHints(), "load-shedding=off")
            .withAgent(
                TestAgentJar.make(folder, Intruder.class, Path.of("target", "test-classes")), "")
            .withSyncedCommitLog();
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults().withHeapMegabytes(384).withOptions(options),
            3,
            Path.of("target", "clusters"));
    first = cluster.node(1);
    second = cluster.node(2);
    third = cluster.node(3);
    bean = new ShiftBean(first);
    client = new NodeClient(first);
    other = new NodeClient(third);
    other.changeSchema(
        "CREATE KEYSPACE shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
    other.changeSchema("CREATE TABLE shop.items (id int PRIMARY KEY, value int)");
    other.changeSchema("CREATE TABLE shop.written (id int PRIMARY KEY, value int)");
    for (int id = 0; id < ROWS; id++) {
      other.run(
          "INSERT INTO shop.items (id, value) VALUES (%d, %d)".formatted(id, id),
          ConsistencyLevel.ALL);
    }
    writes = new AcknowledgedWrites(other);
  }

  @AfterAll
  void endAll() {
    if (writes != null) {
      writes.close();
    }
    if (cluster != null) {
      cluster.keepLogs();
      if (client != null) {
        client.close();
      }
      if (other != null) {
        other.close();
      }
      cluster.close();
    }
  }

  /** Of reads through the first node, how many it has served itself. */
  private long ownReads() {
    long before = bean.localReads();
    for (int id = 0; id < ROWS; id++) {
      assertThat(client.run("SELECT value FROM shop.items WHERE id = " + id)).hasSize(1);
    }
    return bean.localReads() - before;
  }

  /** As operators do, who announce again when a replica was taken for down for a moment. */
  private static void shift(ShiftBean node) {
    await().atMost(LIMIT).until(() -> node.announce(LONG_SECONDS), "shifted"::equals);
  }

  private static void shiftAndDrain(ShiftBean node) {
    await().atMost(LIMIT).until(() -> node.announceAndDrain(LONG_SECONDS), "shifted"::equals);
  }

  private void awaitQuiet(CassandraNode node) {
    ShiftBean shift = new ShiftBean(node);
    await().atMost(LIMIT).until(() -> shift.phase().equals("quiet"));
    assertThat(shift.severity()).isZero();
  }

  @Test
  @Order(1)
  void readsLeaveANodeWhileWorkIsAnnouncedAndReturnToWarmCaches() throws Exception {
    await().atMost(LIMIT).until(() -> ownReads() > 0);
    long log = first.logBytes();

    shift(bean);

    assertThat(bean.severity()).isEqualTo(10);
    await().atMost(LIMIT).until(() -> ownReads() == 0);
    assertThat(client.text("phase")).isEqualTo("shifted");
    assertThat(bean.figure("shifted")).isOne();
    await().atMost(LIMIT).until(() -> other.peer(first).getBoolean("shifted"));

    assertThat(bean.withdraw()).isTrue();

    awaitQuiet(first);
    await().atMost(LIMIT).until(() -> ownReads() > 0);
    assertThat(first.logSince(log)).contains("Warmed up by ");
    assertThat(bean.withdraw()).isFalse();
    await().atMost(LIMIT).until(() -> !other.peer(first).getBoolean("shifted"));
  }

  @Test
  @Order(2)
  void readsReturnWhenTheWorkTakesLongerThanAnnounced() throws Exception {
    long shifts = bean.figure("shifts");
    assertThat(
            first.nodetool("sjk", "mx", "-b", ShiftBean.NAME, "-mc", "-op", "announce", "-a", "2"))
        .contains("shifted");

    awaitQuiet(first);
    assertThat(bean.figure("shifts")).isEqualTo(shifts + 1);
  }

  @Test
  @Order(3)
  void twoReplicasAreNotShiftedAtOnce() throws Exception {
    ShiftBean later = new ShiftBean(second);
    shift(bean);
    await().atMost(LIMIT).until(() -> later.figure("working") == 0 && isSeenBySecond());

    assertThat(later.announce(LONG_SECONDS))
        .isEqualTo("reads stay: reads are shifted away from " + first.storageAddress());
    assertThat(later.severity()).isZero();
    bean.withdraw();

    await().atMost(LIMIT).until(() -> later.phase().equals("shifted"));
    assertThat(later.severity()).isEqualTo(10);
    later.withdraw();
    awaitQuiet(first);
    awaitQuiet(second);
    await().atMost(LIMIT).until(() -> !client.peer(second).getBoolean("shifted"));
  }

  private boolean isSeenBySecond() {
    try (NodeClient atSecond = new NodeClient(second)) {
      return atSecond.peer(first).getBoolean("shifted");
    }
  }

  @Test
  @Order(4)
  void clientsLeaveADrainedNodeAndAreAcceptedAgain() throws Exception {
    assertThatThrownBy(() -> bean.announceAndDrain(59))
        .hasRootCauseInstanceOf(IllegalArgumentException.class)
        .hasStackTraceContaining("59 s: want work of 60 … 86400 s");

    shiftAndDrain(bean);

    await().atMost(LIMIT).until(() -> !first.jmx().isNativeTransportRunning());
    int before = writes.count();
    await().atMost(LIMIT).until(() -> writes.count() > before + 10);
    await().atMost(LIMIT).until(() -> other.peer(first).getBoolean("drained"));
    bean.withdraw();

    await().atMost(LIMIT).until(() -> first.jmx().isNativeTransportRunning());
    awaitQuiet(first);
    await().atMost(LIMIT).ignoreExceptions().until(() -> ownReads() > 0);
  }

  @Test
  @Order(5)
  void readsStayWhereAShiftDoesNotPayOrIsSwitchedOff() throws Exception {
    bean.setMode("auto");
    assertThat(bean.announce(LONG_SECONDS)).startsWith("reads stay: ");
    assertThat(bean.phase()).isEqualTo("announced");
    bean.setMode("off");
    assertThat(client.text("obstacle")).isEqualTo("severity=off");
    bean.setMode("always");
    assertThat(bean.phase()).isEqualTo("shifted");

    bean.setMode("off");

    assertThat(bean.severity()).isZero();
    bean.withdraw();
    bean.setMode("always");
    awaitQuiet(first);
    assertThatThrownBy(() -> bean.setMode("on"))
        .hasStackTraceContaining("Severity=on: want one of off, auto, always");
  }

  @Test
  @Order(6)
  void aSeverityThatAnOperatorHasSetIsLeftAlone() throws Exception {
    String snitch = "org.apache.cassandra.db:type=DynamicEndpointSnitch";
    first.jmx().setAttribute(snitch, "Severity", 0.5);

    assertThat(bean.announce(LONG_SECONDS))
        .isEqualTo("reads stay: an operator or another agent has set the severity");
    bean.withdraw();

    assertThat(bean.severity()).isEqualTo(0.5);
    first.jmx().setAttribute(snitch, "Severity", 0.0);
  }

  /** One that claims to be shifted for a century, too. */
  @Test
  @Order(7)
  void malformedStatesOfOtherNodesAreRefusedAndCounted() throws Exception {
    // Otherwise the node's own agent would soon gossip its true state again.
    second.jmx().invoke(IntruderMXBean.NAME, "interrupt", "ReadShift");
    await().atMost(LIMIT).until(() -> second.logSince(0).contains("has ended or hangs"));
    for (String text :
        List.of("rubbish", "read-shift:1:shifted:working:drained:1:9999999999999:5:idle")) {
      long before = bean.figure("unreadable_states");
      second.jmx().invoke(IntruderMXBean.NAME, "gossip", text);
      await().atMost(LIMIT).until(() -> bean.figure("unreadable_states") > before + 2);

      assertThat(client.peer(second).getBoolean("has_agent")).isFalse();
      shift(bean);
      bean.withdraw();
      awaitQuiet(first);
    }
  }

  @Test
  @Order(8)
  void aNodeThatIsKilledWhileItIsShiftedComesBackWithoutAShift() throws Exception {
    shift(bean);
    client.close();
    first.process().kill();
    await().atMost(LIMIT).until(() -> !first.isAlive());
    await()
        .atMost(LIMIT)
        .until(() -> third.jmx().unreachableNodes().contains(first.storageAddress()));
    assertThat(new ShiftBean(third).announce(LONG_SECONDS))
        .isEqualTo("reads stay: " + first.storageAddress() + " is down");
    new ShiftBean(third).withdraw();

    cluster.launch(1, options).awaitNormal(CassandraCluster.START_LIMIT);

    client = new NodeClient(first);
    assertThat(bean.severity()).isZero();
    assertThat(bean.phase()).isEqualTo("quiet");
    await()
        .atMost(LIMIT)
        .until(
            () -> other.peer(first).getBoolean("up") && !other.peer(first).getBoolean("shifted"));
    await().atMost(LIMIT).until(() -> ownReads() > 0);
  }

  @Test
  @Order(9)
  void theEndOfTheAgentsThreadReturnsReadsAndClients() throws Exception {
    shiftAndDrain(bean);
    await().atMost(LIMIT).until(() -> !first.jmx().isNativeTransportRunning());
    await().atMost(LIMIT).until(() -> other.peer(first).getBoolean("shifted"));

    first.jmx().invoke(IntruderMXBean.NAME, "interrupt", "ReadShift");

    await().atMost(LIMIT).until(() -> bean.severity() == 0);
    await().atMost(LIMIT).until(() -> first.jmx().isNativeTransportRunning());
    await().atMost(LIMIT).until(() -> !other.peer(first).getBoolean("shifted"));
    assertThat(bean.figure("failed")).isOne();
    assertThatThrownBy(() -> bean.announce(LONG_SECONDS))
        .hasStackTraceContaining("restart the node");
    await().atMost(LIMIT).ignoreExceptions().until(() -> ownReads() > 0);
  }

  @Test
  @Order(10)
  void noAcknowledgedWriteIsLost() throws Exception {
    writes.assertNoneIsLost();
    System.out.println("Acknowledged writes: " + writes.count());
  }
}
