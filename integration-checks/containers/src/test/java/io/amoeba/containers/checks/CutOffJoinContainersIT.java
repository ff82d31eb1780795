package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.containers.fault.NetworkFault;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node whose cable is pulled in the middle of a join, until another node believes it dead. */
@Tag("long")
class CutOffJoinContainersIT {
  private static final String PROJECT = "amoeba-check-cut-off";

  @ParameterizedTest(name = "node {0}")
  @ValueSource(ints = {2, CassandraNodes.JOINING_NODE})
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void joinContinuesWhenTheLinkIsHealedAndNoWriteIsLost(int victim) throws Exception {
    try (CassandraNodes nodes = CassandraNodes.startChecked(PROJECT);
        CheckedClients clients = CheckedClients.start(nodes)) {
      nodes.launchJoiningNode();
      nodes.awaitSecondStep();

      try (NetworkFault cut = nodes.cut(victim)) {
        assertThat(cut).isNotNull();
        nodes.awaitOneDown();
        clients.settle();
        nodes.assertJoining();
      }

      nodes.awaitMembers(CassandraNodes.JOINING_NODE);
      clients.ask(CassandraNodes.JOINING_NODE);
      clients.settle();
      clients.assertNothingLost();
    }
    assertThat(Containers.remains(PROJECT)).isEmpty();
  }
}
