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
class SilentJoinerClusterIT {
  private static final StartOptions OPTIONS = Operations.withAgent(",joining-node-timeout=60s");
  private static final StartOptions SLOW =
      Operations.withAgent(",joining-node-timeout=60s,rate-mib-per-second=1");

  @Test
  void membersGiveUpWhatADeadJoinerHasPendingAndItFinishesLater() throws Exception {
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3).withOptions(OPTIONS);
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      giveUpAndComeBack(checked);
    }
  }

  private static void giveUpAndComeBack(CheckedCluster checked) throws InterruptedException {
    List<CassandraNode> members = checked.cluster().nodes();
    CassandraNode joiner = checked.cluster().launch(Operations.JOINER, SLOW);
    new JoinWatch(joiner).awaitPhase(new JoinPoint(1, "STREAMING"), Operations.LIMIT);
    joiner.process().kill();
    for (CassandraNode member : members) {
      assertThat(member.jmx().joiningNodes()).containsExactly(joiner.storageAddress());
    }

    for (CassandraNode member : members) {
      member.process().awaitReady(Operations.LIMIT, () -> member.jmx().joiningNodes().isEmpty());
      assertThat(member.logSince(0)).contains("has been silent for");
    }
    // With a pending replica that is dead, a write at QUORUM would need all three members.
    CassandraNode other = checked.cluster().node(3);
    other.process().kill();
    Operations.awaitDown(checked.cluster(), other);
    checked.settle();
    checked.cluster().launch(3, OPTIONS);
    other.awaitNormal(Operations.LIMIT);

    checked.cluster().launch(Operations.JOINER, OPTIONS);
    Operations.finishJoin(checked, joiner);
    Findings findings = checked.finish();
    System.out.println("Silent joiner: " + findings.describe());
    assertThat(findings.isClean()).as(findings.describe()).isTrue();
  }
}
