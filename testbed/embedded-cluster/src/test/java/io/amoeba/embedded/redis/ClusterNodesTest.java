package io.amoeba.embedded.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClusterNodesTest {
  private static final String ANSWER =
      """
      07c3 127.0.1.1:30004@40004 myself,master - 0 1426238317239 1 connected 0-2 7 9-10 [9->-67ed]
      67ed 127.0.1.2:30002@40002 master - 0 1426238316232 2 connected 3-6
      292f 127.0.1.3:30003@40003 master,fail - 0 1426238318243 3 disconnected 11-16383
      6ec2 127.0.1.4:30005@40005 handshake - 0 0 0 connected
      """;

  @Test
  void ownHashSlotsLeaveOutTheMarksOfAMove() {
    assertThat(ClusterNodes.own(ClusterNodes.of(ANSWER)).getSlots())
        .containsExactly(0, 1, 2, 7, 9, 10);
  }

  @Test
  void replicasAreThoseThatFollowAPrimary() {
    String answer =
        ANSWER
            + """
            824f 127.0.1.5:30006@40006 slave 67ed 0 1426238316232 2 connected
            e7d1 127.0.1.6:30007@40007 slave 07c3 0 1426238316232 1 connected
            """;

    assertThat(ClusterNodes.replicas(answer, "07c3"))
        .singleElement()
        .satisfies(replica -> assertThat(replica.getNodeId()).isEqualTo("e7d1"));
    assertThat(ClusterNodes.replicas(answer, "292f")).isEmpty();
  }

  @Test
  void nodesThatFailedOrDoNotKnowTheClusterYetDoNotCountAsConnected() {
    assertThat(ClusterNodes.connected(ANSWER)).isEqualTo(2);
  }
}
