package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A joining node that dies before its first step is done, and comes back late. */
@Tag("crash-matrix")
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class SilentJoiningNodeClusterIT {
  private static final StartOptions OPTIONS = Operations.withAgent(",joining-node-timeout=60s");
  private static final StartOptions SLOW =
      Operations.withAgent(",joining-node-timeout=60s,pace=1MiB/s");

  @Test
  void membersDropThePendingRangesOfADeadJoiningNodeAndItFinishesLater() throws Exception {
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3).withOptions(OPTIONS);
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      giveUpAndComeBack(checked);
    }
  }

  private static void giveUpAndComeBack(CheckedCluster checked) throws InterruptedException {
    List<CassandraNode> members = checked.cluster().nodes();
    CassandraNode joiningNode = checked.cluster().launch(Operations.JOINING_NODE, SLOW);
    new JoinWatch(joiningNode).awaitPhase(new JoinPoint(1, "STREAMING"), Operations.LIMIT);
    joiningNode.process().kill();
    for (CassandraNode member : members) {
      assertThat(member.jmx().joiningNodes()).containsExactly(joiningNode.storageAddress());
    }

    for (CassandraNode member : members) {
      member.process().awaitReady(Operations.LIMIT, () -> member.jmx().joiningNodes().isEmpty());
      assertThat(member.logSince(0)).contains("has been down for");
    }
    // With a pending replica that is dead, a write at QUORUM would need all three members.
    CassandraNode other = checked.cluster().node(3);
    other.process().kill();
    Operations.awaitDown(checked.cluster(), other);
    checked.settle();
    checked.cluster().launch(3, OPTIONS);
    other.awaitNormal(Operations.LIMIT);

    checked.cluster().launch(Operations.JOINING_NODE, OPTIONS);
    Operations.finishJoin(checked, joiningNode);
    Findings findings = checked.finish();
    System.out.println("Silent joining node: " + findings.describe());
    assertThat(findings.isClean()).as(findings.describe()).isTrue();
  }
}
