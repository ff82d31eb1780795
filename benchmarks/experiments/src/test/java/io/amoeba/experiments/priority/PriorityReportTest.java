package io.amoeba.experiments.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.report.Claim;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PriorityReportTest {
  private static final List<PriorityMode> MODES =
      PriorityMode.withBaselines(List.of(PriorityMode.UNMARKED, PriorityMode.FULL));

  private static PriorityReport report(List<PriorityPhase> phases) {
    return report(1, phases);
  }

  private static PriorityReport report(int nodes, List<PriorityPhase> phases) {
    return report(nodes, Duration.ZERO, phases);
  }

  private static PriorityReport report(
      int nodes, Duration diskLatency, List<PriorityPhase> phases) {
    List<HighLoad> loads = phases.stream().map(PriorityPhase::load).distinct().toList();
    return new PriorityReport(
        new PriorityOptions(
            nodes,
            MODES,
            31,
            loads,
            0.5,
            6,
            Duration.ofSeconds(20),
            Duration.ZERO,
            10,
            1,
            0,
            diskLatency,
            Path.of("agent.jar"),
            new Outputs(null, Path.of("page.html"), null)),
        CpuSplit.of(List.of(0, 1), nodes, 1),
        12,
        0.9,
        PriorityPhase.results(phases));
  }

  private static Claim claim(PriorityReport report, String subject, String figure) {
    return report.claims().stream()
        .filter(
            claim -> {
              Claim.Evidence evidence = Objects.requireNonNull(claim.evidence());
              return evidence.subject().equals(subject) && evidence.figure().equals(figure);
            })
        .findFirst()
        .orElseThrow();
  }

  @Test
  void interferenceIsWhatLowRequestsAdd() {
    PriorityPhase alone = PriorityExamples.rounds(1, PriorityExamples.CLOSED).get(0);
    PriorityPhase stock = PriorityExamples.rounds(1, PriorityExamples.CLOSED).get(1);
    PriorityPhase full = PriorityExamples.rounds(1, PriorityExamples.CLOSED).get(3);

    assertThat(new PriorityPhase.Compared(full, stock, alone).removed("p50Micros"))
        .isCloseTo(0.95, within(1e-9));
    assertThat(new PriorityPhase.Compared(stock, stock, alone).removed("p50Micros")).isZero();
    assertThat(new PriorityPhase.Compared(alone, stock, alone).removed("p50Micros")).isOne();
    assertThat(new PriorityPhase.Compared(alone, stock, alone).lowOfStock()).isNaN();
    // Low requests that add nothing can be removed to no part.
    assertThat(new PriorityPhase.Compared(full, alone, stock).removed("p50Micros")).isNaN();
  }

  @Test
  void sixEqualRoundsDecideTheGoals() {
    PriorityReport report = report(PriorityExamples.rounds(6, PriorityExamples.OPEN));

    assertThat(claim(report, "full, 200/s", "p50Removed").verdict())
        .isEqualTo(Claim.Verdict.REACHED);
    assertThat(claim(report, "full, 200/s", "p999OfAlone").verdict())
        .isEqualTo(Claim.Verdict.REACHED);
    assertThat(claim(report, "full, 200/s", "lowOfStock").verdict())
        .isEqualTo(Claim.Verdict.REACHED);
    assertThat(claim(report, "full, 200/s", "longestLowGapMillis").verdict())
        .isEqualTo(Claim.Verdict.REACHED);
    assertThat(claim(report, "unmarked, 200/s", "totalOfStock").verdict())
        .isEqualTo(Claim.Verdict.REACHED);
    assertThat(report.holds()).isTrue();
  }

  @Test
  void thePapersFiguresAreOfAClosedLoop() {
    PriorityReport report = report(PriorityExamples.rounds(6, PriorityExamples.CLOSED));

    assertThat(claim(report, "full, 1 in flight", "p50OfStock").statement())
        .contains("x0.21", "goal at most x0.29", "paper: -71 % (4.2)");
    assertThat(claim(report, "full, 1 in flight", "p999OfStock").verdict())
        .isEqualTo(Claim.Verdict.MISSED);
  }

  @Test
  void replicasHaveTheirOwnGoals() {
    PriorityReport report = report(3, PriorityExamples.rounds(6, PriorityExamples.CLOSED));

    assertThat(claim(report, "full, 1 in flight", "p999Removed").statement())
        .contains("goal at least 85.00 %");
    assertThat(claim(report, "full, 1 in flight", "lowOfStock").statement())
        .contains("goal at least x0.70; paper: x0.01 (4.2)");
    assertThat(claim(report, "full, 1 in flight", "p999OfStockP50").verdict())
        .isEqualTo(Claim.Verdict.MISSED);
    assertThat(report.findings()).contains("3 nodes at QUORUM", "all nodes share the same CPUs");
  }

  @Test
  void slowDisksHaveNoGoalsOfBusyCpusButEveryReadMustWait() {
    List<PriorityPhase> phases = PriorityExamples.rounds(6, PriorityExamples.OPEN);

    PriorityReport report = report(1, Duration.ofMillis(4), phases);

    assertThat(report.claims())
        .extracting(claim -> Objects.requireNonNull(claim.evidence()).figure())
        .containsExactly("failed", "hookFailures", "diskReadsPerRead");
    assertThat(claim(report, "all modes", "diskReadsPerRead").verdict())
        .isEqualTo(Claim.Verdict.REACHED);
    assertThat(report.findings()).contains("Each read of a data file takes at least 4.0 ms.");
    assertThat(report.json().path("diskLatencyMillis").asDouble()).isEqualTo(4);

    phases.add(
        PriorityExamples.phase(
            1, PriorityExamples.OPEN, PriorityMode.NORMAL_LIMIT, 900, 40 * 4_000));
    assertThat(report(1, Duration.ofMillis(4), phases).holds()).isFalse();
  }

  @Test
  void stockThatDiffersAsMuchAsAModeGainsDecidesNothing() {
    List<PriorityPhase> phases = new ArrayList<>();
    for (int round = 1; round <= 3; round++) {
      phases.add(PriorityExamples.phase(round, PriorityExamples.OPEN, PriorityMode.ALONE, 400, 0));
      phases.add(
          PriorityExamples.phase(
              round, PriorityExamples.OPEN, PriorityMode.STOCK, 1_000 * round, 5_000));
      phases.add(
          PriorityExamples.phase(round, PriorityExamples.OPEN, PriorityMode.FULL, 450, 4_900));
    }

    PriorityReport report = report(phases);

    assertThat(claim(report, "full, 200/s", "p50Removed").verdict())
        .isEqualTo(Claim.Verdict.UNDECIDED);
    assertThat(report.findings()).contains("too noisy to compare modes");
    assertThat(report.json().path("tooNoisy").asBoolean()).isTrue();
  }

  @Test
  void limitedNormalRequestsMustNotStandStill() {
    List<PriorityPhase> phases = PriorityExamples.rounds(6, PriorityExamples.OPEN);
    for (int round = 1; round <= 6; round++) {
      phases.add(
          PriorityExamples.phase(
              round, PriorityExamples.OPEN, PriorityMode.NORMAL_LIMIT, 900, 4_000));
    }

    PriorityReport report = report(phases);
    JsonNode run = report.json().path("runs").path(4);

    assertThat(claim(report, "normal-limit, 200/s", "longestLowGapMillis").verdict())
        .isEqualTo(Claim.Verdict.REACHED);
    assertThat(run.path("name").asText()).isEqualTo("normal-limit");
    assertThat(run.path("normalLimit").asDouble()).isEqualTo(12);
    assertThat(run.path("normalHeld").asDouble()).isEqualTo(70);
  }

  @Test
  void jsonHasEveryRoundAndItsMedians() throws IOException {
    List<PriorityPhase> phases = new ArrayList<>();
    phases.addAll(PriorityExamples.rounds(2, PriorityExamples.CLOSED));
    phases.addAll(PriorityExamples.rounds(2, PriorityExamples.OPEN));

    PriorityReport report = report(phases);
    JsonNode run = report.json().path("runs").path(7);

    assertThat(report.json().path("runs")).hasSize(8);
    assertThat(run.path("mode").asText()).isEqualTo("full, 200/s");
    assertThat(run.path("highP50Micros").asDouble()).isEqualTo(500);
    assertThat(run.path("rounds")).hasSize(2);
    assertThat(run.path("rounds").path(1).path("settings").path("LowLimit").asText())
        .isEqualTo("auto");
    assertThat(report.findings()).contains("High: 1 in flight; low: 31", "High: 200/s");
    assertThat(report.page()).contains("High requests beside low ones", "full, 200/s");
  }
}
