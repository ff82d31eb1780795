package io.amoeba.freshreads.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PositionInquiryTest {
  private static final String OK = "cluster_enabled:1\r\ncluster_state:ok\r\n";
  private static final String PRIMARY =
      "# Replication\r\nrole:master\r\nmaster_replid:"
          + "a".repeat(40)
          + "\r\nmaster_repl_offset:7\r\n";
  private static final String MIN_REPLICAS = PRIMARY + "min_slaves_good_slaves:1\r\n";

  private static PositionInquiry.Finding inCluster(String info, String clusterInfo) {
    return PositionInquiry.finding(info, clusterInfo, /* clusterMode= */ true);
  }

  private static PositionInquiry.Finding withoutCluster(String info) {
    return PositionInquiry.finding(info, "", /* clusterMode= */ false);
  }

  @Test
  void aPrimaryInOfficeProvesSomething() {
    assertThat(inCluster(PRIMARY, OK).outcome()).isEqualTo(HeartbeatOutcome.OFFSETS);
    assertThat(inCluster(MIN_REPLICAS, OK).outcome()).isEqualTo(HeartbeatOutcome.OFFSETS);
    assertThat(withoutCluster(PRIMARY).outcome()).isEqualTo(HeartbeatOutcome.OFFSETS);
  }

  /** Cut off from the majority it refuses writes, but answers INFO. */
  @Test
  void aPrimaryThatMissesTheMajorityProvesNothing() {
    assertThat(inCluster(PRIMARY, "cluster_state:fail\r\n").outcome())
        .isEqualTo(HeartbeatOutcome.MOVED);
    assertThat(inCluster(PRIMARY, "").outcome()).isEqualTo(HeartbeatOutcome.MOVED);
  }

  @Test
  void aServerThatBecameAReplicaProvesNothing() {
    String replica = PRIMARY.replace("master\r", "slave\r");

    assertThat(inCluster(replica, OK).outcome()).isEqualTo(HeartbeatOutcome.MOVED);
    assertThat(withoutCluster(replica).outcome()).isEqualTo(HeartbeatOutcome.MOVED);
  }

  /** There the setting is all that makes a primary that was replaced refuse writes. */
  @Test
  void withoutClusterModeAPrimaryThatNeedsReplicasForWritesProvesNothing() {
    PositionInquiry.Finding finding = withoutCluster(MIN_REPLICAS);

    assertThat(finding.outcome()).isEqualTo(HeartbeatOutcome.REFUSED);
    assertThat(finding.reason()).contains("min-replicas-to-write");
  }

  @Test
  void aPrimaryThatHidesItsHistoryProvesNothing() {
    String hidden = PRIMARY.replace("a".repeat(40), "0".repeat(40));

    assertThat(inCluster(hidden, OK).outcome()).isEqualTo(HeartbeatOutcome.REFUSED);
  }
}
