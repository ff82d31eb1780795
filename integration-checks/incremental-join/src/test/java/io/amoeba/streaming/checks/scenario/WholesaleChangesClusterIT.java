package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.NodeJmx;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.streaming.checks.workload.WorkloadSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Statements and commands that change all data of a table, or where they are, while a node joins.
 */
@Tag("crash-matrix")
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class WholesaleChangesClusterIT {
  /** Steps of some seconds at 1 MiB/s. */
  private static final WorkloadSettings LOAD = new WorkloadSettings(500, 1, 1, 40, 40);

  private static final StartOptions SLOW = Operations.withAgent(",pace=1MiB/s");

  @Test
  void noRowComesBackAndNoneIsLostByChangesOfWholeTables(@TempDir Path copies) throws Exception {
    CassandraSettings settings = CassandraSettings.defaults().withOptions(Operations.withAgent());
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, LOAD, Operations.FOLDER)) {
      CheckedTable.createKeyspace(checked);
      CheckedTable dropped = new CheckedTable(checked, "dropped").create().fill();
      CheckedTable droppedLater = new CheckedTable(checked, "dropped_later").create().fill();
      CheckedTable column = new CheckedTable(checked, "lost_column").create().fill();
      CheckedTable columnLater = new CheckedTable(checked, "lost_column_later").create().fill();
      CheckedTable down = new CheckedTable(checked, "truncated_while_down").create().fill();
      CheckedTable imported = new CheckedTable(checked, "imported").create();
      imported.writeAnew();
      CassandraNode joiningNode = checked.cluster().launch(Operations.JOINING_NODE, SLOW);
      JoinBean bean = new JoinBean(joiningNode);
      bean.awaitPhase("STREAMING", Operations.LIMIT);
      // One of three senders streams; the step is not complete without the others.
      bean.pause();
      dropped.dropAndCreate();
      dropped.writeAnew();
      column.dropColumnAndAddIt();
      column.writeAnew();
      System.out.println("Dropped table and column, then: " + bean.phase() + bean.tokensDone());
      restartWhileTruncated(checked, joiningNode, down);
      bean.awaitTokensDone(1, Operations.LIMIT);
      bean.awaitPhase("STREAMING", Operations.LIMIT);
      droppedLater.dropAndCreate();
      droppedLater.writeAnew();
      columnLater.dropColumnAndAddIt();
      columnLater.writeAnew();
      bean.pause();
      refuseChangesThatCannotReachTheJoiningNode(
          checked, joiningNode, copy(checked, imported, copies));
      bean.resume();
      Operations.finishJoin(checked, joiningNode);
      List<Integer> nodes = IntStream.rangeClosed(1, Operations.JOINING_NODE).boxed().toList();
      SoftAssertions all = new SoftAssertions();
      for (CheckedTable table :
          List.of(dropped, droppedLater, column, columnLater, down, imported)) {
        all.assertThatCode(() -> table.assertOnlyNewRows(nodes)).doesNotThrowAnyException();
      }
      all.assertAll();
      Findings findings = checked.finish();
      System.out.println("Wholesale changes: " + findings.describe());
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }

  /** Members truncate without a node that owns nothing yet; it has data, and hears of it later. */
  private static void restartWhileTruncated(
      CheckedCluster checked, CassandraNode joiningNode, CheckedTable table) {
    assertThat(new JoinBean(joiningNode).tokensDone()).isZero();
    joiningNode.process().kill();
    Operations.awaitDown(checked.cluster(), joiningNode);
    table.truncate();
    checked.cluster().launch(Operations.JOINING_NODE, SLOW);
    new JoinBean(joiningNode).awaitPhase("STREAMING", Operations.LIMIT);
    table.writeAnew();
  }

  private static Path copy(CheckedCluster checked, CheckedTable table, Path copies)
      throws IOException {
    CassandraNode member = checked.cluster().node(1);
    member.jmx().flush(CheckedTable.KEYSPACE, "imported");
    Path copy = Files.createDirectories(copies.resolve(table.name().replace('.', '/')));
    try (Stream<Path> found = Files.walk(member.folder())) {
      List<Path> files =
          found
              .filter(file -> file.toString().contains("/imported-"))
              .filter(Files::isRegularFile)
              .toList();
      for (Path file : files) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    return copy;
  }

  private static void refuseChangesThatCannotReachTheJoiningNode(
      CheckedCluster checked, CassandraNode joiningNode, Path sstables) {
    CassandraNode member = checked.cluster().node(1);
    String storage = NodeJmx.STORAGE_SERVICE;
    assertThatThrownBy(
            () ->
                member.jmx().invoke(storage, "loadNewSSTables", CheckedTable.KEYSPACE, "imported"))
        .hasStackTraceContaining(
            "import of SSTables is refused: [/"
                + joiningNode.storageAddress()
                + "] joins incremental");
    assertThatThrownBy(
            () ->
                joiningNode
                    .jmx()
                    .invoke(storage, "loadNewSSTables", CheckedTable.KEYSPACE, "imported"))
        .as("Cassandra's own answer")
        .hasStackTraceContaining("Not yet initialized, can't load new sstables");
    assertThatThrownBy(() -> member.jmx().invoke(storage, "bulkLoad", sstables.toString()))
        .as("the stream's failure, which JMX cannot carry whole; the log says why")
        .isInstanceOf(Exception.class);
    assertThat(checked.cluster().node(2).logSince(0))
        .contains("loads no data: bulk load (sstableloader) is refused");
    assertThatThrownBy(
            () -> joiningNode.jmx().invoke(storage, "truncate", CheckedTable.KEYSPACE, "imported"))
        .hasStackTraceContaining(
            "is refused: this node joins incrementally; use another coordinator");
    assertThatThrownBy(
            () ->
                checked
                    .session(1)
                    .execute(
                        "ALTER KEYSPACE wholesale WITH replication = {'class':"
                            + " 'NetworkTopologyStrategy', 'datacenter1': 2}"))
        .isInstanceOfAny(InvalidConfigurationInQueryException.class, InvalidQueryException.class)
        .hasMessageContaining("Cannot alter RF while some endpoints are not in normal state");
  }
}
