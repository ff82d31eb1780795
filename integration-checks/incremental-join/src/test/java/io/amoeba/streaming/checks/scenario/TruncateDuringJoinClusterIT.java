package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.streaming.checks.workload.WorkloadSettings;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A table for each phase of a join, truncated in it: all that was there before stays away. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("crash-matrix")
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class TruncateDuringJoinClusterIT {
  /** Steps of some seconds at 1 MiB/s. */
  private static final WorkloadSettings LOAD = new WorkloadSettings(500, 1, 1, 40, 40);

  private static final StartOptions SLOW = Operations.withAgent(",pace=1MiB/s");

  /** When a table is truncated, in the order in which a join comes to it. */
  enum Moment {
    ANNOUNCED,
    STREAMING,
    CONFIRMING,
    STREAMING_LATER,
    CONFIRMING_LATER,
    LAST_STEP
  }

  private CheckedCluster checked;
  private CassandraNode joiningNode;
  private JoinBean bean;

  @BeforeAll
  void joinAndTruncate() throws InterruptedException {
    checked =
        CheckedCluster.start(
            CassandraSettings.defaults().withOptions(Operations.withAgent()),
            Operations.MEMBERS,
            LOAD,
            Operations.FOLDER);
    CheckedTable.createKeyspace(checked);
    for (Moment moment : Moment.values()) {
      table(moment).create().fill();
    }
    joiningNode = checked.cluster().launch(Operations.JOINING_NODE, SLOW);
    bean = new JoinBean(joiningNode);
    bean.awaitPhase("ANNOUNCED", Operations.LIMIT);
    truncate(Moment.ANNOUNCED);
    awaitMoreData();
    truncate(Moment.STREAMING);
    bean.awaitPhase("CONFIRMING", Operations.LIMIT);
    truncate(Moment.CONFIRMING);
    bean.awaitTokensDone(1, Operations.LIMIT);
    awaitMoreData();
    truncate(Moment.STREAMING_LATER);
    bean.awaitPhase("CONFIRMING", Operations.LIMIT);
    truncate(Moment.CONFIRMING_LATER);
    bean.awaitTokensDone(9, Operations.LIMIT);
    truncate(Moment.LAST_STEP);
    Operations.finishJoin(checked, joiningNode);
  }

  /** Until a session has sent something: its sender reads the files that it had before. */
  private void awaitMoreData() {
    long before = bean.bytesDone();
    joiningNode
        .process()
        .awaitReady(
            Operations.LIMIT, () -> bean.phase().equals("STREAMING") && bean.bytesDone() > before);
  }

  private CheckedTable table(Moment moment) {
    return new CheckedTable(checked, moment.name().toLowerCase(java.util.Locale.ROOT));
  }

  private void truncate(Moment moment) {
    String before = bean.describe();
    table(moment).truncate();
    System.out.printf(
        "Truncated %s: %s to %s, %d tokens done%n",
        moment,
        before.lines().filter(line -> line.contains(" Phase = ")).findFirst().orElse(""),
        bean.phase(),
        bean.tokensDone());
    table(moment).writeAnew();
  }

  @AfterAll
  void end() {
    if (checked != null) {
      checked.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void noRowOfATruncatedTableComesBackAndNoneOfAfterwardsIsLost(Moment moment) {
    List<Integer> nodes = IntStream.rangeClosed(1, Operations.JOINING_NODE).boxed().toList();

    table(moment).assertOnlyNewRows(nodes);
  }

  @ParameterizedTest
  @EnumSource(names = "LAST_STEP")
  void tablesWithoutTruncateStayWhole(Moment last) throws InterruptedException {
    Findings findings = checked.finish();

    System.out.println(last + ": " + findings.describe());
    assertThat(findings.isClean()).as(findings.describe()).isTrue();
  }
}
