package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.NodeJmx;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A join that is given up after it has served, under load. */
@Tag("crash-matrix")
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class AbortedJoinClusterIT {
  private static final String SLOW = ",pace=1MiB/s";

  /** What is done to a dead joining node so that its join is over; its host id may be needed. */
  private interface Removal {
    String by(CassandraNode remover, CassandraNode dead, String hostId);
  }

  @Test
  void removedJoiningNodeStaysOutUntilItIsWipedAndNoWriteIsLost() throws Exception {
    abortAndJoinAgain(
        new JoinPoint(2, "STREAMING"),
        (remover, dead, hostId) -> remover.nodetool("removenode", hostId));
  }

  @Test
  void assassinatedJoiningNodeWithoutAFinishedStepStaysOutUntilItIsWiped() throws Exception {
    abortAndJoinAgain(
        new JoinPoint(1, "STREAMING"),
        (remover, dead, hostId) -> remover.nodetool("assassinate", dead.host()));
  }

  private static void abortAndJoinAgain(JoinPoint death, Removal removal)
      throws InterruptedException {
    CassandraSettings settings =
        CassandraSettings.defaults().withRacks(3).withOptions(Operations.withAgent());
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      abort(checked, death, removal);
      rejectOldData(checked);
      joinAgain(checked);
    }
  }

  private static void abort(CheckedCluster checked, JoinPoint death, Removal removal)
      throws InterruptedException {
    CassandraNode joiningNode =
        checked.cluster().launch(Operations.JOINING_NODE, Operations.withAgent(SLOW));
    new JoinWatch(joiningNode).awaitPhase(death, Operations.LIMIT);
    CassandraNode remover = checked.cluster().node(2);
    if (death.step() > 1) {
      // The joining node has told of its tokens, but who removes it must have heard of them.
      remover.process().awaitReady(Operations.LIMIT, () -> serves(remover));
    }
    String hostId = (String) joiningNode.jmx().attribute(NodeJmx.STORAGE_SERVICE, "LocalHostId");
    joiningNode.process().kill();
    Operations.awaitDown(checked.cluster(), joiningNode);
    checked.settle();

    System.out.println(removal.by(remover, joiningNode, hostId));
    for (CassandraNode member : checked.cluster().nodes().subList(0, Operations.MEMBERS)) {
      member.process().awaitReady(Operations.LIMIT, () -> new JoinBean(member).joins().isEmpty());
      assertThat(member.jmx().joiningNodes()).isEmpty();
    }
    checked.settle();
    System.out.println(remover.nodetool("status"));
  }

  private static boolean serves(CassandraNode member) {
    List<String> joins = new JoinBean(member).joins();
    return !joins.isEmpty() && joins.stream().noneMatch(join -> join.contains(" 0 done"));
  }

  private static void rejectOldData(CheckedCluster checked) {
    CassandraNode joiningNode = checked.cluster().node(Operations.JOINING_NODE);
    long from = joiningNode.logBytes();
    checked.cluster().launch(Operations.JOINING_NODE, Operations.withAgent());

    assertThat(Operations.lastWords(joiningNode, from))
        .contains("This node was removed from the cluster while it joined")
        .contains("Delete all of them before it joins again");
  }

  private static void joinAgain(CheckedCluster checked) throws InterruptedException {
    CassandraNode joiningNode = checked.cluster().node(Operations.JOINING_NODE);
    Operations.wipe(joiningNode);
    checked.cluster().launch(Operations.JOINING_NODE, Operations.withAgent());
    Operations.finishJoin(checked, joiningNode);

    Findings findings = checked.finish();
    System.out.println("Aborted join, and another: " + findings.describe());
    assertThat(findings.isClean()).as(findings.describe()).isTrue();
  }
}
