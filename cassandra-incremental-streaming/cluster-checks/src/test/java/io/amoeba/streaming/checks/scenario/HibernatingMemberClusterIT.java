package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A member that an operator keeps out of the ring (join_ring=false). It serves clients, and when it
 * stands still for a while it writes afterwards with the ring of before.
 */
@Tag("crash-matrix")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class HibernatingMemberClusterIT {
  @Test
  void noStepBeginsBeforeAHibernatingMemberThatStoodStillKnowsOfIt() throws Exception {
    CassandraSettings settings =
        CassandraSettings.defaults().withRacks(3).withOptions(Operations.withAgent());
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      CassandraNode member = hibernate(checked);
      member.process().pause();
      Operations.awaitDown(checked.cluster(), member);
      CassandraNode joiner = checked.cluster().launch(Operations.JOINER, Operations.withAgent());
      JoinBean bean = new JoinBean(joiner);
      String hibernates = member.storageAddress() + " hibernates and has acknowledged epoch 0";
      joiner
          .process()
          .awaitReady(
              Operations.LIMIT,
              () -> bean.missing().stream().anyMatch(missing -> missing.startsWith(hibernates)));
      assertThat(bean.phase()).isEqualTo("ANNOUNCED");

      member.process().resume();
      joiner
          .process()
          .awaitReady(
              Operations.LIMIT,
              () -> bean.reason().contains(member.storageAddress() + " hibernates: start it"));
      System.out.println("Join with a hibernating sender:\n" + bean.describe());

      member.process().kill();
      checked.cluster().launch(member.number(), Operations.withAgent());
      Operations.finishJoin(checked, joiner);
      Findings findings = checked.finish();
      System.out.println("Join with a hibernating member: " + findings.describe());
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }

  private static CassandraNode hibernate(CheckedCluster checked) {
    CassandraNode member = checked.cluster().node(3);
    member.process().kill();
    long from = member.logBytes();
    checked
        .cluster()
        .launch(3, Operations.withAgent().withJvmArguments("-Dcassandra.join_ring=false"));
    member
        .process()
        .awaitReady(
            Operations.LIMIT,
            () -> member.logSince(from).contains("Starting listening for CQL clients"));
    assertThat(member.logSince(from)).contains("Not joining ring as requested");
    return member;
  }
}
