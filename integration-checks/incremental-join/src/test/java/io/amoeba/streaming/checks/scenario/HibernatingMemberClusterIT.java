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
  /** In another rack than the joining node, to which it has little more than roles to send. */
  private static final int MEMBER = 3;

  private static final int TOKENS = 16;

  @Test
  void noStepContinuesBeforeAHibernatingMemberThatStoodStillKnowsOfIt() throws Exception {
    CassandraSettings settings =
        CassandraSettings.defaults().withRacks(3).withOptions(Operations.withAgent());
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      CassandraNode joiningNode =
          checked.cluster().launch(Operations.JOINING_NODE, Operations.withAgent(",pace=1MiB/s"));
      JoinBean bean = new JoinBean(joiningNode);
      bean.awaitTokensDone(1, Operations.LIMIT);
      bean.pause();
      CassandraNode member = hibernate(checked);
      member.process().pause();
      Operations.awaitDown(checked.cluster(), member);

      // A start announces a new epoch, whatever the member has to send.
      joiningNode.process().kill();
      checked.cluster().launch(Operations.JOINING_NODE, Operations.withAgent());
      String waits = member.storageAddress() + " hibernates and has acknowledged epoch";
      joiningNode
          .process()
          .awaitReady(
              Operations.LIMIT,
              () -> bean.missing().stream().anyMatch(missing -> missing.startsWith(waits)));
      System.out.println("Join with a hibernating member:\n" + bean.describe());
      assertThat(bean.tokensDone()).isLessThan(TOKENS);

      member.process().resume();
      // It acknowledges; if it has something to send, too, it has to be in the ring for that.
      String asks = "without join_ring=false";
      joiningNode
          .process()
          .awaitReady(
              Operations.LIMIT,
              () ->
                  bean.reason().contains(asks)
                      || joiningNode.jmx().operationMode().equals("NORMAL"));
      member.process().kill();
      checked.cluster().launch(MEMBER, Operations.withAgent());
      member.awaitNormal(Operations.LIMIT);
      Operations.finishJoin(checked, joiningNode);
      Findings findings = checked.finish();
      System.out.println("Join with a hibernating member: " + findings.describe());
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }

  private static CassandraNode hibernate(CheckedCluster checked) {
    CassandraNode member = checked.cluster().node(MEMBER);
    member.process().kill();
    long from = member.logBytes();
    checked
        .cluster()
        .launch(MEMBER, Operations.withAgent().withJvmArguments("-Dcassandra.join_ring=false"));
    member
        .process()
        .awaitReady(
            Operations.LIMIT,
            () -> member.logSince(from).contains("Starting listening for CQL clients"));
    assertThat(member.logSince(from)).contains("Not joining ring as requested");
    return member;
  }
}
