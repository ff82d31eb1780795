package io.amoeba.experiments.leadership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.experiments.Parsed;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.loops.OperationLog;
import io.amoeba.experiments.loops.WorkCycle;
import io.amoeba.report.Claim;
import io.amoeba.report.Claim.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Reports of rounds with invented figures. */
class LeadershipReportTest {
  private static final int ROUNDS = 6;

  private final List<Cycle> cycles = new ArrayList<>();

  private static LeadershipOptions options(String... words) {
    return Parsed.read(new LeadershipCommand(), LeadershipCommand::options, words).options();
  }

  private void add(
      LeadershipOptions options, LeadershipMode mode, double during, Map<String, Double> more) {
    for (int round = 1; round <= ROUNDS; round++) {
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.put("steadyPerSecond", 10_000.0 + round);
      figures.put("duringPerSecond", during);
      figures.put("cyclePerSecond", (2 * 10_000 + during) / 3);
      figures.put("cycleSeconds", 90.0);
      figures.put("duringSeconds", 30.0);
      figures.put("workSeconds", 29.0);
      figures.put("longestWorkMillis", mode.movesLead() ? 20.0 : 200.0);
      figures.put("forkMillis", 40.0);
      figures.put("onPrimaryShare", mode.movesLead() ? 0.0 : 1.0);
      figures.put("lostWrites", 0.0);
      figures.put("fullCopies", 0.0);
      figures.put("failed", 0.0);
      figures.putAll(more);
      cycles.add(
          new Cycle(
              round,
              mode,
              options.load(),
              new Values(figures),
              mode.movesLead() ? List.of(40.0 + round, 100.0 + round) : List.of(),
              List.of(new OperationLog.Second(0, 10_000, 4))));
    }
  }

  private LeadershipReport report(LeadershipOptions options) {
    return new LeadershipReport(
        options, "Redis 7.0.15", WorkCycle.results(cycles, LeadershipMode.STOCK));
  }

  private static Claim claim(LeadershipReport report, String subject, String figure) {
    return report.claims().stream()
        .filter(claim -> claim.evidence() != null)
        .filter(claim -> Objects.requireNonNull(claim.evidence()).subject().equals(subject))
        .filter(claim -> Objects.requireNonNull(claim.evidence()).figure().equals(figure))
        .findFirst()
        .orElseThrow();
  }

  private static Verdict verdict(LeadershipReport report, String figure) {
    return claim(report, "manual, save, YCSB-A", figure).verdict();
  }

  @Test
  void aChangeOfTheLeadIsComparedWithStockInTheSameRound() {
    LeadershipOptions options = options();
    add(options, LeadershipMode.STOCK, 2_500, Map.of());
    add(options, LeadershipMode.MANUAL, 9_900, Map.of());
    LeadershipReport report = report(options);

    assertThat(claim(report, "stock, save, YCSB-A", "duringOfSteady").verdict())
        .isEqualTo(Verdict.REACHED);
    assertThat(verdict(report, "duringOfSteady")).isEqualTo(Verdict.REACHED);
    assertThat(verdict(report, "cycleOverStock")).isEqualTo(Verdict.REACHED);
    assertThat(verdict(report, "longestOfStock")).isEqualTo(Verdict.REACHED);
    assertThat(verdict(report, "pauseP95Millis")).isEqualTo(Verdict.REACHED);
    assertThat(report.holds()).isTrue();
    assertThat(report.text())
        .contains("save, YCSB-A", "manual", "Medians of 6 rounds", "containers with 0.50 CPUs")
        .contains("paper: +4.2 to +7.2 % over an hour (IV-A)");
  }

  @Test
  void theLongestOfFewPausesIsTheirPercentile() {
    LeadershipOptions options = options();
    add(options, LeadershipMode.STOCK, 2_500, Map.of());
    add(options, LeadershipMode.MANUAL, 9_900, Map.of());

    assertThat(
            LeadershipMeasures.percentile95(
                WorkCycle.results(cycles, LeadershipMode.STOCK).get(1).rounds()))
        .isEqualTo(106);
    assertThat(
            LeadershipMeasures.percentile95(
                WorkCycle.results(cycles, LeadershipMode.STOCK).get(0).rounds()))
        .isNaN();
  }

  @Test
  void aLostWriteOrAFullCopyFailsTheExperiment() {
    LeadershipOptions options = options();
    add(options, LeadershipMode.STOCK, 2_500, Map.of());
    add(options, LeadershipMode.MANUAL, 9_900, Map.of("lostWrites", 1.0, "fullCopies", 1.0));
    LeadershipReport report = report(options);

    assertThat(verdict(report, "lostWrites")).isEqualTo(Verdict.MISSED);
    assertThat(verdict(report, "fullCopies")).isEqualTo(Verdict.MISSED);
    assertThat(report.holds()).isFalse();
  }

  @Test
  void withoutLimitsThereIsNoThroughputToGainAndPausesAreShorter() {
    LeadershipOptions options = options("--servers=process");
    add(options, LeadershipMode.STOCK, 6_000, Map.of());
    add(options, LeadershipMode.MANUAL, 6_000, Map.of());
    LeadershipReport report = report(options);

    assertThat(report.claims())
        .noneMatch(
            claim ->
                claim.evidence() != null && claim.evidence().figure().equals("duringOfSteady"));
    assertThat(verdict(report, "pauseP95Millis")).as("106 ms, goal 60").isEqualTo(Verdict.MISSED);
  }

  @Test
  void rareWorkHasNoGoalOfAWholeCycle() {
    LeadershipOptions options = options();
    add(options, LeadershipMode.STOCK, 2_500, Map.of("duringSeconds", 5.0));
    add(options, LeadershipMode.MANUAL, 9_900, Map.of("duringSeconds", 5.0));

    assertThat(report(options).claims())
        .noneMatch(
            claim ->
                claim.evidence() != null && claim.evidence().figure().equals("cycleOverStock"));
  }

  @Test
  void onlyAKilledReplicaMayNotLoseWrites() {
    for (String kill : List.of("former@working", "new@working")) {
      cycles.clear();
      LeadershipOptions options = options("--kill=" + kill);
      add(options, LeadershipMode.STOCK, 2_500, Map.of());
      add(options, LeadershipMode.MANUAL, 9_900, Map.of("lostWrites", 3.0, "fullCopies", 1.0));

      assertThat(report(options).holds()).as(kill).isEqualTo(kill.equals("new@working"));
    }
  }

  @Test
  void aKilledCoordinatorCostsNeitherAWriteNorACopyOfAllData() {
    LeadershipOptions options = options("--kill=coordinator@working");
    for (String figure : List.of("lostWrites", "fullCopies")) {
      cycles.clear();
      add(options, LeadershipMode.STOCK, 2_500, Map.of());
      add(options, LeadershipMode.MOVED, 9_900, Map.of(figure, 1.0));

      assertThat(report(options).holds()).as(figure).isFalse();
    }
  }

  @Test
  void aBackupIsJudgedByItsLengthAndHasNoPause() {
    LeadershipOptions options = options("--work=backup", "--read=0.95");
    add(options, LeadershipMode.STOCK, 7_000, Map.of());
    add(options, LeadershipMode.MANUAL, 9_900, Map.of("workSeconds", 22.0));
    LeadershipReport report = report(options);

    assertThat(claim(report, "manual, backup, YCSB-B", "duringOverStock").verdict())
        .isEqualTo(Verdict.REACHED);
    assertThat(claim(report, "manual, backup, YCSB-B", "workOfStock").verdict())
        .isEqualTo(Verdict.REACHED);
    assertThat(report.claims())
        .noneMatch(
            claim ->
                claim.evidence() != null && claim.evidence().figure().equals("pauseP95Millis"));
  }

  @Test
  void jsonHasEveryRoundAndItsPauses() throws IOException {
    LeadershipOptions options = options();
    add(options, LeadershipMode.STOCK, 2_500, Map.of());
    add(options, LeadershipMode.MANUAL, 9_900, Map.of());
    LeadershipReport report = report(options);

    JsonNode json = report.json();
    JsonNode run = json.path("runs").path(1);

    assertThat(json.path("work").asText()).isEqualTo("save");
    assertThat(run.path("mode").asText()).isEqualTo("manual, save, YCSB-A");
    assertThat(run.path("duringOverStock").asDouble()).isCloseTo(3.96, within(0.01));
    assertThat(run.path("pauseP95Millis").asDouble()).isEqualTo(106);
    assertThat(run.path("onPrimaryShare").asDouble(-1)).isZero();
    assertThat(run.path("rounds")).hasSize(ROUNDS);
    assertThat(run.path("rounds").path(0).path("pausesMillis")).hasSize(2);
    assertThat(json.path("runs").path(0).path("pauseP95Millis").isNull()).isTrue();
    assertThat(report.page()).contains("Background work of a Redis primary", "published");
  }
}
