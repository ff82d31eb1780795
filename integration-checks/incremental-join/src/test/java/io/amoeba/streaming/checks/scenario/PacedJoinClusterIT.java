package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.Row;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.streaming.checks.workload.WorkloadSettings;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A join at its clients' pace, which operators see and change on the way. */
@Tag("crash-matrix")
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class PacedJoinClusterIT {
  private static final WorkloadSettings LOAD = new WorkloadSettings(1_200, 2, 2, 120, 120);
  private static final StartOptions OPTIONS = Operations.withAgent(",pace=clients");

  @Test
  void clientsPaceIsFollowedShownAndChangedAndNoWriteIsLost() throws InterruptedException {
    // In one rack each member loses ranges: three senders.
    try (CheckedCluster checked =
        CheckedCluster.start(
            CassandraSettings.defaults().withOptions(OPTIONS),
            Operations.MEMBERS,
            LOAD,
            Operations.FOLDER)) {
      CassandraNode joiningNode = checked.cluster().launch(Operations.JOINING_NODE, OPTIONS);
      JoinBean bean = new JoinBean(joiningNode);

      awaitRow(checked, PacedJoinClusterIT::followsFiguresOfASender);
      System.out.println("MBean of the joining node:\n" + bean.describe());
      assertThat(bean.pace()).isEqualTo("clients");
      assertThat(bean.metric("PaceBytesPerSec")).isPositive();

      assertThatThrownBy(() -> bean.setPace("fast"))
          .isInstanceOf(ServerException.class)
          .hasStackTraceContaining("Pace=fast: want clients, time, or a rate 0 … 100000MiB/s");
      assertThat(bean.pace()).isEqualTo("clients");

      bean.setPace("time");
      awaitRow(
          checked, row -> "time".equals(row.getString("pace")) && row.isNull("pace_bytes_per_sec"));
      assertThat(bean.paceReason()).isEqualTo("all senders at once, as fast as they can");

      Operations.finishJoin(checked, joiningNode);
      Findings findings = checked.finish();
      System.out.println(findings.describe());
      assertThat(joiningNode.logSince(0))
          .containsPattern("Incremental join: step .*; pace clients, \\d+ bytes/s at most: ")
          .contains("The pace of this node's join is time, it was clients");
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }

  /** A member shows what the joining node decides by what its senders have said. */
  private static boolean followsFiguresOfASender(Row row) {
    String reason = row.getString("pace_reason");
    return "clients".equals(row.getString("pace"))
        && row.getLong("pace_bytes_per_sec") > 0
        && reason != null
        && (reason.contains("gets faster")
            || reason.contains("keeps its rate")
            || reason.contains("slowed down")
            || reason.contains("slowest rate"));
  }

  private static void awaitRow(CheckedCluster checked, Predicate<Row> condition) {
    checked
        .cluster()
        .node(1)
        .process()
        .awaitReady(
            Operations.LIMIT,
            () ->
                checked
                    .session(1)
                    .execute("SELECT * FROM amoeba_views.incremental_join")
                    .all()
                    .stream()
                    .peek(row -> System.out.println(row.getFormattedContents()))
                    .anyMatch(condition));
  }
}
