package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.containers.stack.Container;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("long")
class CassandraJoinContainersIT {
  private static final String PROJECT = "amoeba-check-join";
  private static final String STARTS = "Incremental streaming ";

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void killedJoiningNodeContinuesAfterItsRestartAndNoWriteIsLost() throws Exception {
    try (CassandraNodes nodes = CassandraNodes.startChecked(PROJECT);
        CheckedClients clients = CheckedClients.start(nodes)) {
      Container joiningNode = nodes.launchJoiningNode();
      nodes.awaitSecondStep();

      joiningNode.kill();
      clients.settle();
      joiningNode.start();

      nodes.awaitMembers(CassandraNodes.JOINING_NODE);
      clients.ask(CassandraNodes.JOINING_NODE);
      clients.settle();
      clients.assertNothingLostNorQuorumFailed();
      for (int node = 1; node <= CassandraNodes.JOINING_NODE; node++) {
        assertThat(nodes.appliedReadHints(node)).as("of node %d", node).isPositive();
      }
      String log = joiningNode.logTail(Integer.MAX_VALUE);
      assertThat(log.substring(log.lastIndexOf(STARTS)))
          .as("what was done before stays done")
          .contains("; 4 of 16 tokens done", "FINISHED; 16 of 16 tokens done")
          .doesNotContain("; 0 of 16 tokens done");
    }
    assertThat(Containers.remains(PROJECT)).isEmpty();
  }
}
