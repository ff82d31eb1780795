package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members that are killed and started again while a node joins. */
@Tag("crash-matrix")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class MemberRestartClusterIT {
  private static final String SLOW = ",pace=1MiB/s";

  @Test
  void restartedMemberStillWritesToTheJoiningNodeAndTheJoinContinues() throws Exception {
    CassandraSettings settings =
        CassandraSettings.defaults().withRacks(3).withOptions(Operations.withAgent());
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      CassandraNode joiningNode =
          checked.cluster().launch(Operations.JOINING_NODE, Operations.withAgent(SLOW));
      JoinWatch watch = new JoinWatch(joiningNode);

      watch.awaitPhase(new JoinPoint(1, "STREAMING"), Operations.LIMIT);
      restart(checked, 2);
      watch.awaitPhase(new JoinPoint(2, "STREAMING"), Operations.LIMIT);
      restart(checked, 3);
      Operations.finishJoin(checked, joiningNode);

      Findings findings = checked.finish();
      System.out.println("Members restarted: " + findings.describe());
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }

  /** By SIGKILL; from its first word to clients on it must know of the pending ranges. */
  private static void restart(CheckedCluster checked, int number) {
    CassandraNode node = checked.cluster().node(number);
    node.process().kill();
    checked.cluster().launch(number, Operations.withAgent());
    node.process().awaitReady(Operations.LIMIT, () -> node.jmx().isNativeTransportRunning());
    Map<?, ?> pending =
        (Map<?, ?>)
            node.jmx()
                .invoke(
                    "org.apache.cassandra.db:type=StorageService",
                    "getPendingRangeToEndpointWithPortMap",
                    "checks");
    System.out.printf(
        "Node %d has %d pending ranges, and says %s%n",
        number, pending.size(), new JoinBean(node).describe());
    assertThat(pending).isNotEmpty();
    node.awaitNormal(Operations.LIMIT);
  }
}
