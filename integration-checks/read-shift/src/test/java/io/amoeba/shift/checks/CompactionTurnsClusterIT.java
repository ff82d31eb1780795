package io.amoeba.shift.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
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
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
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
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes in three racks that each have every row, and so want to compact at the same time. The
 * tests come in order: the last ones end threads and nodes.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CompactionTurnsClusterIT {

  private static final Duration LIMIT = Duration.ofMinutes(8);
  private static final Duration BOUND = Duration.ofMinutes(4);

  /** In the gap, nodes of a busy machine must learn that another one compacts. */
  private static final String OPTIONS =
      "turns=on,large-compaction=1MiB,turn=16s,turn-gap=10s,min-free-disk=1%,max-postponed="
          + BOUND.toSeconds()
          + "s";

  /** Four of these are compacted. */
  private static final int ROWS_PER_SSTABLE = 32;

  private static final int ROW_BYTES = 1 << 16;

  private static final Pattern LINE =
      Pattern.compile(
          "(\\d\\d:\\d\\d:\\d\\d\\.\\d{3}) .*(?:A large compaction of shop\\.large starts, of .*: ([A-Z_0-9]+|at once)|The large compaction has ended)");

  /** A large compaction of one node. */
  private record Interval(int node, LocalDateTime start, LocalDateTime end, String reason) {
    boolean overlaps(Interval other) {
      return start.isBefore(other.end) && other.start.isBefore(end);
    }
  }

  /** Where a node's log ended at a moment. Its lines have no date. */
  private record LogEnd(CassandraNode node, long bytes, LocalDateTime moment) {
    static LogEnd of(CassandraNode node) {
      return new LogEnd(node, node.logBytes(), LocalDateTime.now());
    }

    /** When a later line was logged. */
    LocalDateTime at(LocalTime time) {
      LocalDateTime sameDay = moment.toLocalDate().atTime(time);
      return sameDay.isBefore(moment.minusHours(1)) ? sameDay.plusDays(1) : sameDay;
    }
  }

  private final Random random = new Random(20_261_130);
  private CassandraCluster cluster;
  private NodeClient client;
  private AcknowledgedWrites writes;
  private int rows;

  @BeforeAll
  void startThreeRacks(@TempDir Path folder) throws IOException {
    StartOptions options =
        StartOptions.NONE
            .withPatience()
            .withAgent(AgentJars.readShift(), OPTIONS)
            .withAgent(
                TestAgentJar.make(folder, Intruder.class, Path.of("target", "test-classes")), "")
            .withYaml("compaction_throughput", "1MiB/s");
    cluster =
        CassandraCluster.start(
            CassandraSettings.defaults().withHeapMegabytes(384).withRacks(3).withOptions(options),
            3,
            Path.of("target", "clusters"));
    client = new NodeClient(cluster.node(1));
    client.changeSchema(
        "CREATE KEYSPACE shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
    client.changeSchema(
        "CREATE TABLE shop.large (id int PRIMARY KEY, value blob) WITH compression = {'enabled':"
            + " false} AND compaction = {'class': 'SizeTieredCompactionStrategy'}");
    client.changeSchema("CREATE TABLE shop.written (id int PRIMARY KEY, value int)");
    writes = new AcknowledgedWrites(client);
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
      cluster.close();
    }
  }

  /** Writes an sstable of 2 MiB on each node. */
  private void flush() {
    byte[] value = new byte[ROW_BYTES];
    for (int i = 0; i < ROWS_PER_SSTABLE; i++) {
      random.nextBytes(value);
      client.insert("INSERT INTO shop.large (id, value) VALUES (?, ?)", rows, value);
      rows++;
    }
    cluster.nodes().forEach(node -> node.jmx().flush("shop", "large"));
  }

  private static int sstables(CassandraNode node) {
    return (Integer)
        node.jmx()
            .attribute(
                "org.apache.cassandra.metrics:type=Table,keyspace=shop,scope=large,name=LiveSSTableCount",
                "Value");
  }

  private void awaitCompacted(CassandraNode node) {
    await().atMost(LIMIT).until(() -> sstables(node) == 1);
  }

  /** All large compactions of a node that its log names from there on. */
  private static List<Interval> intervals(LogEnd log) {
    List<Interval> found = new ArrayList<>();
    LocalDateTime start = null;
    String reason = "";
    for (String line : log.node().logSince(log.bytes()).split("\n", -1)) {
      Matcher fields = LINE.matcher(line);
      if (!fields.find()) {
        continue;
      }
      LocalDateTime time = log.at(LocalTime.parse(fields.group(1)));
      if (fields.group(2) != null) {
        start = time;
        reason = fields.group(2);
      } else if (start != null) {
        found.add(new Interval(log.node().number(), start, time, reason));
        start = null;
      }
    }
    return found;
  }

  private List<Interval> compactAll(int flushes) {
    List<LogEnd> logs = cluster.nodes().stream().map(LogEnd::of).toList();
    for (int i = 0; i < flushes; i++) {
      flush();
    }
    cluster.nodes().forEach(this::awaitCompacted);
    List<Interval> all = new ArrayList<>();
    for (LogEnd log : logs) {
      await().atMost(LIMIT).until(() -> !intervals(log).isEmpty());
      all.addAll(intervals(log));
    }
    all.forEach(System.out::println);
    assertThat(all).extracting(Interval::node).contains(1, 2, 3);
    return all;
  }

  private static boolean anyOverlap(List<Interval> all) {
    return all.stream()
        .anyMatch(
            one -> all.stream().anyMatch(two -> one.node() < two.node() && one.overlaps(two)));
  }

  @Test
  @Order(1)
  void withTurnsNoTwoReplicasCompactALargeTableAtOnce() {
    assertCompactInTurns(4);

    assertThat(
            cluster.nodes().stream()
                .map(ShiftBean::new)
                .mapToLong(bean -> bean.figure("postponed_other_turn"))
                .sum())
        .isPositive();
  }

  private void assertCompactInTurns(int flushes) {
    List<Interval> all = compactAll(flushes);

    assertThat(all).extracting(Interval::reason).containsOnly("IN_TURN");
    assertThat(anyOverlap(all)).as(all.toString()).isFalse();
  }

  @Test
  @Tag("long")
  @Order(2)
  void theyDoNotInTheNextRoundEither() {
    assertCompactInTurns(3);
  }

  /** Otherwise the checks above would see nothing. */
  @Test
  @Order(3)
  void withoutTurnsTheyCompactTogether() {
    cluster.nodes().forEach(node -> new ShiftBean(node).setTurns(false));

    List<Interval> all = compactAll(3);

    assertThat(anyOverlap(all)).as(all.toString()).isTrue();
    cluster.nodes().forEach(node -> new ShiftBean(node).setTurns(true));
  }

  @Test
  @Tag("long")
  @Order(4)
  void everyRackHasItsTurn() {
    ShiftBean first = new ShiftBean(cluster.node(1));
    for (String rack : List.of("rack1", "rack2", "rack3")) {
      String whose = rack.equals("rack1") ? "own" : "other";
      await()
          .atMost(LIMIT)
          .until(() -> first.turnRack().equals(rack) && client.text("turn_of").equals(whose));
    }
  }

  @Test
  @Order(5)
  void noRowAndNoAcknowledgedWriteIsLostByCompactionsThatWerePutOff() throws Exception {
    assertThat(client.run("SELECT id FROM shop.large", ConsistencyLevel.ALL)).hasSize(rows);
    writes.assertNoneIsLost();
    System.out.println("Acknowledged writes: " + writes.count());
  }

  @Test
  @Tag("long")
  @Order(6)
  void aMajorCompactionOfAnOperatorIsNotPutOff() {
    flush();
    LogEnd log = LogEnd.of(cluster.node(1));

    assertThat(cluster.node(1).nodetool("compact", "shop", "large")).doesNotContain("rror");

    assertThat(sstables(cluster.node(1))).isOne();
    assertThat(intervals(log)).hasSize(1);
  }

  /** The third node says for ever that it compacts. */
  @Test
  @Tag("long")
  @Order(7)
  void aCompactionIsPostponedForItsBoundAtMost() {
    CassandraNode first = cluster.node(1);
    letTheThirdNodeCompactForEver();
    LogEnd log = LogEnd.of(first);
    for (int i = 0; i < 3; i++) {
      flush();
    }
    await().atMost(LIMIT).until(() -> new ShiftBean(first).figure("waiting_tables") == 1);
    long since = System.nanoTime();
    Row waits = awaitWaiting("other-replica");
    assertThat(Duration.between(waits.getInstant("since"), waits.getInstant("starts_at_latest")))
        .isEqualTo(BOUND);

    await().atMost(LIMIT).until(() -> !intervals(log).isEmpty());

    Interval compaction = intervals(log).get(0);
    assertThat(compaction.reason()).isEqualTo("TIME_BOUND");
    assertThat(Duration.ofNanos(System.nanoTime() - since))
        .isGreaterThan(BOUND.minusSeconds(10))
        .isLessThan(BOUND.plusSeconds(60));
    assertThat(client.run("SELECT * FROM amoeba_views.read_shift_postponed")).isEmpty();
  }

  /** The table's row of the first node's compactions that wait, when it waits for this. */
  private Row awaitWaiting(String what) {
    return await()
        .atMost(LIMIT)
        .until(
            () -> client.run("SELECT * FROM amoeba_views.read_shift_postponed"),
            found ->
                found.size() == 1
                    && "shop.large".equals(found.get(0).getString("table_name"))
                    && what.equals(found.get(0).getString("waits_for")))
        .get(0);
  }

  private void letTheThirdNodeCompactForEver() {
    CassandraNode third = cluster.node(3);
    // Otherwise the node's own agent would soon gossip its true state again.
    third.jmx().invoke(IntruderMXBean.NAME, "interrupt", "ReadShift");
    await().atMost(LIMIT).until(() -> new ShiftBean(third).figure("failed") == 1);
    await().atMost(LIMIT).until(() -> third.logSince(0).contains("thread has ended or hangs"));
    third
        .jmx()
        .invoke(
            IntruderMXBean.NAME, "gossip", "read-shift:1:serving:quiet:clients:0:0:5:compacting");
    await().atMost(LIMIT).until(() -> client.peer(third).getBoolean("compacting"));
  }

  /** Nodes that wait for it do not wait for their bound. */
  @Test
  @Tag("long")
  @Order(8)
  void aNodeThatIsKilledWhileItCompactsHoldsNobodyBack() {
    CassandraNode first = cluster.node(1);
    ShiftBean second = new ShiftBean(cluster.node(2));
    await()
        .atMost(LIMIT)
        .until(
            () -> second.figure("waiting_tables") == 0 && second.figure("large_compactions") == 0);
    LogEnd log = LogEnd.of(first);
    for (int i = 0; i < 3; i++) {
      flush();
    }
    awaitWaiting("other-replica");

    cluster.node(3).process().kill();

    await().atMost(LIMIT).until(() -> !intervals(log).isEmpty());
    assertThat(intervals(log)).extracting(Interval::reason).containsExactly("IN_TURN");
  }
}
