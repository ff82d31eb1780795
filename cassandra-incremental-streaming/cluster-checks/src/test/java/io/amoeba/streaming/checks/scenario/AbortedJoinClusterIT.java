package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.NodeJmx;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A join that is given up after it has served, under load. */
@Tag("crash-matrix")
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class AbortedJoinClusterIT {
  private static final String SLOW = ",rate-mib-per-second=1";

  @Test
  void removedJoinerStaysOutUntilItIsWipedAndNoWriteIsLost() throws Exception {
    CassandraSettings settings =
        CassandraSettings.defaults().withRacks(3).withOptions(Operations.withAgent());
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      try {
        removeRejectAndJoinAgain(checked);
      } catch (RuntimeException | AssertionError e) {
        checked.cluster().keepLogs();
        throw e;
      }
    }
  }

  private static void removeRejectAndJoinAgain(CheckedCluster checked) throws InterruptedException {
    CassandraNode joiner = checked.cluster().launch(Operations.JOINER, Operations.withAgent(SLOW));
    new JoinWatch(joiner).awaitPhase(new JoinPoint(2, "STREAMING"), Operations.LIMIT);
    String hostId = (String) joiner.jmx().attribute(NodeJmx.STORAGE_SERVICE, "LocalHostId");
    joiner.process().kill();
    Operations.awaitDown(checked.cluster(), joiner);
    checked.settle();

    CassandraNode remover = checked.cluster().node(2);
    System.out.println("removenode: " + remover.nodetool("removenode", hostId));
    checked.settle();
    System.out.println(remover.nodetool("status"));
    assertThat(new JoinBean(remover).describe()).contains("Joins = []");

    long from = joiner.logBytes();
    checked.cluster().launch(Operations.JOINER, Operations.withAgent());
    String words = Operations.lastWords(joiner, from);
    assertThat(words).contains("This node was removed from the cluster while it joined");
    assertThat(words).doesNotContain("state jump to NORMAL");

    Operations.wipe(joiner);
    checked.cluster().launch(Operations.JOINER, Operations.withAgent());
    Operations.finishJoin(checked, joiner);
    Findings findings = checked.finish();
    System.out.println("Aborted join, and another: " + findings.describe());
    assertThat(findings.isClean()).as(findings.describe()).isTrue();
  }
}
