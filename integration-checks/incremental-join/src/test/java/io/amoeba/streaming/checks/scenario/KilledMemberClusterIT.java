package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.streaming.checks.history.Violation;
import io.amoeba.streaming.checks.workload.WorkloadSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a kill costs without any join and without the agent: the measure for those that come during
 * one.
 */
@Tag("crash-matrix")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class KilledMemberClusterIT {
  private static final int KILLS = 6;

  /** The commit log's marks come every tenth of a second, later on a busy machine. */
  private static final long LAST_MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(1_000);

  @ParameterizedTest
  @EnumSource(
      value = CommitLog.class,
      names = {"SYNCED", "PERIODIC"})
  void onlyWritesOfTheLastMomentMissACopyAndNoneWhenTheCommitLogIsSynced(CommitLog commitLog)
      throws Exception {
    CassandraSettings settings =
        CassandraSettings.defaults().withOptions(CheckedCluster.options(commitLog));
    List<Long> kills = new ArrayList<>();
    try (CheckedCluster checked =
        CheckedCluster.start(
            settings, Operations.MEMBERS, WorkloadSettings.defaults(), Operations.FOLDER)) {
      for (int kill = 0; kill < KILLS; kill++) {
        CassandraNode node = checked.cluster().node(1 + kill % Operations.MEMBERS);
        kills.add(System.nanoTime());
        node.process().kill();
        checked.cluster().launch(node.number(), CheckedCluster.options(commitLog));
        checked.awaitWhole(Operations.LIMIT);
        checked.settle();
      }

      Findings findings = checked.finish();
      System.out.printf("%d kills, %s: %s%n", KILLS, commitLog, findings.describe());
      List<Violation> violations = findings.verdict().violations();
      if (commitLog == CommitLog.SYNCED) {
        assertThat(violations).isEmpty();
      }
      assertThat(violations).allSatisfy(violation -> assertOfLastMoment(violation, kills));
    }
  }

  private static void assertOfLastMoment(Violation violation, List<Long> kills) {
    assertThat(violation).as(violation.describe()).isInstanceOf(Violation.MissingCopies.class);
    Violation.MissingCopies missing = (Violation.MissingCopies) violation;
    assertThat(missing.promised() - missing.copies()).isEqualTo(1);
    long before =
        kills.stream()
            .mapToLong(kill -> kill - missing.write().endNanos())
            .filter(nanos -> nanos > -LAST_MOMENT_NANOS)
            .min()
            .orElse(Long.MAX_VALUE);
    System.out.printf(
        "%s: acknowledged %d ms before the kill%n",
        violation.describe(), TimeUnit.NANOSECONDS.toMillis(before));
    assertThat(before).isBetween(-LAST_MOMENT_NANOS, LAST_MOMENT_NANOS);
  }
}
