package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.metadata.TopologyEvent;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.streaming.checks.workload.WorkloadSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators see and may do while a node joins: here one that is paused after a step. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("crash-matrix")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OperatorClusterIT {
  private static final double MIB = 1 << 20;
  private static final long BREAK_NANOS = TimeUnit.MILLISECONDS.toNanos(700);
  private static final Pattern LOG_FILE = Pattern.compile("/\\S+nodetool-\\d+-\\d+\\.log");

  /** Steps of some seconds at 1 MiB/s. */
  private static final WorkloadSettings LOAD = new WorkloadSettings(1_200, 2, 2, 120, 120);

  private static final Map<String, Object> AUTO_REPAIR =
      Map.of(
          "enabled",
          true,
          "repair_check_interval",
          "5s",
          "repair_type_overrides",
          Map.of("full", Map.of("enabled", true, "initial_scheduler_delay", "1s")));

  private static final StartOptions OPTIONS =
      Operations.withAgent()
          .withYaml("auto_repair", AUTO_REPAIR)
          .withJvmArguments("-Dcassandra.autorepair.enable=true");

  /** Events of a member on the driver's control connection. */
  private final Collection<TopologyEvent> events = new ConcurrentLinkedQueue<>();

  private CheckedCluster checked;
  private CassandraNode joiningNode;
  private JoinBean bean;

  @BeforeAll
  void startJoinAndPauseIt() throws InterruptedException {
    checked =
        CheckedCluster.start(
            CassandraSettings.defaults().withRacks(3).withOptions(OPTIONS),
            Operations.MEMBERS,
            LOAD,
            Operations.FOLDER);
    ((InternalDriverContext) checked.session(1).getContext())
        .getEventBus()
        .register(TopologyEvent.class, events::add);
    joiningNode = checked.cluster().launch(Operations.JOINING_NODE, OPTIONS);
    bean = new JoinBean(joiningNode);
    bean.awaitTokensDone(1, Operations.LIMIT);
    assertThat(bean.pause()).isTrue();
    bean.awaitPhase("PAUSED", Operations.LIMIT);
  }

  @AfterAll
  void end() {
    if (checked != null) {
      checked.close();
    }
  }

  /** What nodetool prints when it fails. */
  private static String refusal(CassandraNode node, String... arguments) {
    ServerException failure =
        catchThrowableOfType(ServerException.class, () -> node.nodetool(arguments));
    assertThat(failure).as("nodetool %s", List.of(arguments)).isNotNull();
    // The message ends with the last lines only, which are those of a stack.
    Matcher file = LOG_FILE.matcher(failure.getMessage());
    assertThat(file.find()).as(failure.getMessage()).isTrue();
    try {
      return Files.readString(Path.of(file.group()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CassandraNode member() {
    return checked.cluster().node(1);
  }

  @ParameterizedTest
  @Order(1)
  @ValueSource(strings = {"decommission", "cleanup", "repair"})
  void operationIsRefusedOnMemberAndJoiningNode(String operation) {
    assertThat(refusal(member(), operation))
        .contains(
            operation + " is refused: [/" + joiningNode.storageAddress() + "] joins incremental");
    assertThat(refusal(joiningNode, operation))
        .contains(operation + " is refused: this node joins incrementally");
  }

  @Test
  @Order(1)
  void assassinationOfMembersAndOfTheServingJoiningNodeIsRefused() {
    for (CassandraNode victim : List.of(checked.cluster().node(2), joiningNode)) {
      assertThat(refusal(member(), "assassinate", victim.host()))
          .contains("assassinate is refused");
    }
  }

  @Test
  @Order(1)
  void movesOfMembersAndOfTheJoiningNodeAreRefused() {
    for (CassandraNode node : List.of(member(), joiningNode)) {
      assertThat(refusal(node, "move", "1")).contains("move is refused");
    }
  }

  @Test
  @Order(1)
  void removalOfAnotherMemberIsRefused() {
    String hostId =
        String.valueOf(
            checked.session(2).execute("SELECT host_id FROM system.local").one().getUuid(0));

    assertThat(refusal(member(), "removenode", hostId))
        .contains(
            "removenode is refused: [/" + joiningNode.storageAddress() + "] joins incremental");
  }

  @Test
  @Order(1)
  void gaugesAreAmongCassandrasMetrics() {
    assertThat(bean.metric("TokensDone")).isEqualTo(bean.tokensDone());
    assertThat(bean.metric("BytesDone")).isPositive().isEqualTo(bean.bytesDone());
    assertThat(new JoinBean(member()).metric("NodesJoining")).isEqualTo(1);
  }

  @Test
  @Order(1)
  void stepWasReadBeforeMembersConfirmedIt() {
    assertThat(joiningNode.logSince(0))
        .containsPattern(
            "(?s)step 1 of 4, epoch \\d+: WARMING.*Warmed up by reading [1-9]\\d* partitions.*"
                + "step 1 of 4, epoch \\d+: CONFIRMING");
  }

  @Test
  @Order(1)
  void statusShowsThatTheNodeJoins() {
    String status = member().nodetool("status");

    System.out.println(status);
    assertThat(status).containsPattern("UJ +" + joiningNode.host());
  }

  @Test
  @Order(1)
  void virtualTableAndBeanShowTheProgressOfTheJoin() {
    List<Row> rows = table();
    System.out.println("MBean of the joining node:\n" + bean.describe());
    System.out.println("MBean of a member:\n" + new JoinBean(member()).describe());

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).getString("endpoint")).isEqualTo(joiningNode.storageAddress());
    assertThat(rows.get(0).getInt("tokens_done")).isEqualTo(bean.tokensDone());
    assertThat(bean.reason()).contains("paused by the operator");
  }

  @Test
  @Order(2)
  void secondJoinIsRefused() {
    CassandraNode second = checked.cluster().launch(5, OPTIONS);

    assertThat(Operations.lastWords(second, 0))
        .contains(joiningNode.storageAddress() + " joins incrementally; this node can join when");
  }

  @Test
  @Order(2)
  void autoRepairSkipsItsTurn() {
    member()
        .process()
        .awaitReady(
            Operations.LIMIT, () -> member().logSince(0).contains("Auto-repair skips this turn"));
  }

  @Test
  @Order(3)
  void pausedJoinStandsStillAndContinuesAtTheRateThatIsSet() throws InterruptedException {
    int before = bean.tokensDone();
    checked.settle();
    assertThat(bean.tokensDone()).isEqualTo(before);

    bean.setPace("1MiB/s");
    assertThat(bean.resume()).isTrue();
    double mibPerSec = streamedMibPerSec(Duration.ofSeconds(1));
    System.out.printf("Streamed at %.2f MiB/s with a limit of 1 MiB/s%n", mibPerSec);

    assertThat(mibPerSec).isBetween(0.3, 1.5);
  }

  /** Over at least this time in which data have come again and again. */
  private double streamedMibPerSec(Duration time) throws InterruptedException {
    long begin = bean.bytesDone();
    long beginNanos = System.nanoTime();
    long last = begin;
    long lastNanos = beginNanos;
    while (true) {
      TimeUnit.MILLISECONDS.sleep(20);
      long now = bean.bytesDone();
      long nowNanos = System.nanoTime();
      if (now == last) {
        continue;
      }
      if (nowNanos - lastNanos > BREAK_NANOS) {
        // Between two steps nothing comes.
        begin = now;
        beginNanos = nowNanos;
      } else if (nowNanos - beginNanos >= time.toNanos()) {
        return (now - begin) / MIB / ((nowNanos - beginNanos) / 1e9);
      }
      last = now;
      lastNanos = nowNanos;
    }
  }

  @Test
  @Order(4)
  void tableOfAMemberShowsPhaseSendersBytesRateAndRemainingTimeWhileDataArrives() {
    member().process().awaitReady(Operations.LIMIT, () -> table().stream().anyMatch(this::streams));
    System.out.println("MBean of the joining node:\n" + bean.describe());
    System.out.println("Joins, as a member's MBean has them: " + new JoinBean(member()).joins());

    assertThat(new JoinBean(member()).joins())
        .singleElement()
        .asString()
        .containsPattern("; step \\d of 4: .* of about \\d+ bytes");
    assertThat(added()).as("reported as a new node before its join has ended").isEmpty();
  }

  private List<Row> table() {
    List<Row> rows =
        checked.session(1).execute("SELECT * FROM amoeba_views.incremental_join").all();
    rows.forEach(
        row -> System.out.println("Virtual table of a member: " + row.getFormattedContents()));
    return rows;
  }

  /** Whether a row has all that is known while data come, from members. */
  private boolean streams(Row row) {
    return "STREAMING".equals(row.getString("phase"))
        && row.getInt("step") > 1
        && row.getInt("steps") == 4
        && !row.getString("senders").isEmpty()
        && row.getLong("step_bytes_done") > 0
        && row.getLong("step_bytes_total") >= row.getLong("step_bytes_done")
        && row.getLong("bytes_total") > row.getLong("bytes_done")
        && row.getLong("bytes_per_sec") > 0
        && row.getLong("eta_seconds") > 0;
  }

  /** NEW_NODE events of members about the joining node. */
  private List<TopologyEvent> added() {
    return events.stream()
        .filter(event -> event.type == TopologyEvent.Type.SUGGEST_ADDED)
        .filter(event -> event.broadcastRpcAddress.equals(joiningNode.cqlAddress()))
        .toList();
  }

  @Test
  @Order(5)
  void nodetoolResumeReturnsAndTheJoinEndsWithoutALoss() throws InterruptedException {
    bean.setPace("0");
    bean.pause();
    String words = joiningNode.nodetool("bootstrap", "resume", "--force");
    System.out.println(words);

    Operations.finishJoin(checked, joiningNode);
    member().process().awaitReady(Operations.LIMIT, () -> !added().isEmpty());
    Findings findings = checked.finish();
    String lines =
        joiningNode
            .logSince(0)
            .lines()
            .filter(line -> line.contains("Incremental join: "))
            .collect(Collectors.joining("\n"));

    System.out.println(lines);
    System.out.println(findings.describe());
    assertThat(words).contains("The incremental join continues");
    assertThat(lines)
        .containsPattern("STREAMING; \\d+ of 16 tokens done; step \\d+ of \\d+ bytes; ")
        .containsPattern("join \\d+ of about \\d+ bytes, \\d+ bytes/s, about \\d+s to go");
    assertThat(member().nodetool("status")).containsPattern("UN +" + joiningNode.host());
    assertThat(findings.isClean()).as(findings.describe()).isTrue();
  }

  @Test
  @Order(6)
  void theNewMemberCompactsSlowlyUntilAnOperatorWantsItOtherwise() {
    String atFirst = joiningNode.nodetool("getcompactionthroughput");
    joiningNode.nodetool("setcompactionthroughput", "63");

    joiningNode
        .process()
        .awaitReady(
            Operations.LIMIT,
            () ->
                joiningNode.logSince(0).contains("Compaction keeps the limit that was set for it"));
    System.out.println(atFirst);
    assertThat(atFirst).containsPattern("throughput: [1-5]?\\d MB/s");
    assertThat(joiningNode.logSince(0)).contains("of 64.0 MiB/s, rising to that in 10m");
    assertThat(joiningNode.nodetool("getcompactionthroughput")).contains("63");
  }
}
