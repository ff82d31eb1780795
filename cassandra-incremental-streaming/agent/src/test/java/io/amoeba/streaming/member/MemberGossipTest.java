package io.amoeba.streaming.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.MemberState;
import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import io.amoeba.streaming.protocol.progress.JoinProgressReport;
import io.amoeba.streaming.protocol.progress.NodeReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NodeReportsTest {

  private static final Optional<JoinProgressReport> JOIN =
      Optional.of(
          new JoinProgressReport(
              new UUID(1, 2), JoinPhase.STREAMING, 1, 2, "a", 0, 0, Estimate.UNKNOWN, "", ""));

  private static final MemberState STATE =
      new MemberState("1", MemberState.PROTOCOL_VERSION, "5.0", new TreeMap<>(), Truncations.NONE);

  private final List<NodeReport> gossiped = new ArrayList<>();
  private final MemberGossip gossip =
      new MemberGossip(Runnable::run, (state, report) -> gossiped.add(report));

  @Test
  void everyReportHasTheLatestOfAllItsParts() {
    compactions(7);
    join(JOIN);
    compactions(8);
    join(Optional.empty());

    assertThat(gossiped)
        .containsExactly(
            new NodeReport(7, Optional.empty()),
            new NodeReport(7, JOIN),
            new NodeReport(8, JOIN),
            new NodeReport(8, Optional.empty()));
  }

  @Test
  void unchangedReportsAreNotGossipedAgain() {
    compactions(0);
    join(Optional.empty());
    compactions(3);
    compactions(3);

    assertThat(gossiped).containsExactly(new NodeReport(3, Optional.empty()));
  }

  @Test
  void acknowledgementsAreGossipedWithTheLastReport() {
    compactions(3);
    gossip.publish(STATE);

    assertThat(gossiped).hasSize(2).containsOnly(new NodeReport(3, Optional.empty()));
  }

  private void compactions(int count) {
    gossip.report(report -> new NodeReport(count, report.join()), () -> STATE);
  }

  private void join(Optional<JoinProgressReport> join) {
    gossip.report(report -> new NodeReport(report.pendingCompactions(), join), () -> STATE);
  }
}
