package io.amoeba.streaming.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.join.JoinForecast;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.report.JoinReport;
import io.amoeba.streaming.protocol.report.NodeReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NodeReportsTest {

  private static final Optional<JoinReport> JOIN =
      Optional.of(
          new JoinReport(
              new UUID(1, 2), JoinPhase.STREAMING, 1, 2, "a", 0, 0, JoinForecast.UNKNOWN, "", ""));

  private final List<NodeReport> said = new ArrayList<>();
  private final NodeReports reports = new NodeReports(said::add);

  @Test
  void eachReportHasTheLastOfEverything() {
    reports.pendingCompactions(7);
    reports.join(JOIN);
    reports.pendingCompactions(8);
    reports.join(Optional.empty());

    assertThat(said)
        .containsExactly(
            new NodeReport(7, Optional.empty()),
            new NodeReport(7, JOIN),
            new NodeReport(8, JOIN),
            new NodeReport(8, Optional.empty()));
  }

  @Test
  void whatHasNotChangedIsNotSaidAgain() {
    reports.pendingCompactions(0);
    reports.join(Optional.empty());
    reports.pendingCompactions(3);
    reports.pendingCompactions(3);

    assertThat(said).containsExactly(new NodeReport(3, Optional.empty()));
  }
}
