package io.amoeba.experiments.freshreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.experiments.Values;
import io.amoeba.report.Claim;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Reports of rounds with invented figures. */
class FreshReadsReportTest {
  private static final List<Integer> CLIENTS = List.of(10, 180);
  private static final int ROUNDS = 6;

  private final List<StepPhase> phases = new ArrayList<>();

  private static Scenario scenario(String name, int number) {
    return Scenario.of(name, CLIENTS).get(number);
  }

  private static StepPhase phase(
      int round, Scenario scenario, int step, String mode, double reads, Map<String, Double> more) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("readsPerSecond", reads);
    figures.put("writesPerSecond", reads / 19);
    figures.put("p50Micros", 1e8 / reads);
    figures.put("p80Micros", 2e8 / reads);
    figures.put("p99Micros", 4e8 / reads);
    figures.put("replicaShare", 0.7);
    figures.put("provenAgeMillis", 400.0);
    figures.put("failed", 0.0);
    figures.put("sReads", 8_000.0);
    figures.put("overBound", 0.0);
    figures.put("worstStaleMillis", 90.0);
    figures.put("p80StaleMillis", 3.0);
    figures.put("primaryCpus", 0.3);
    figures.put("replicaCpus", 0.3);
    figures.put("clientCpus", 0.5);
    figures.put("steadySeconds", mode.equals("paper") ? 60.0 : 0.3);
    figures.putAll(more);
    return new StepPhase(
        round,
        scenario,
        step,
        ReadMode.of(mode).orElseThrow(),
        new Values(figures),
        List.of(new Windows.Second(0, (int) reads, 0.7)));
  }

  private void add(Scenario scenario, String mode, double reads, Map<String, Double> more) {
    for (int round = 1; round <= ROUNDS; round++) {
      for (int step = 0; step < scenario.loads().size(); step++) {
        phases.add(phase(round, scenario, step, mode, reads, more));
      }
    }
  }

  /** The baselines. */
  private void add(Scenario scenario) {
    add(scenario, "primary", 1_000, Map.of("replicaShare", 0.0));
    add(scenario, "replicas", 2_000, Map.of("replicaShare", 1.0, "overBound", 5.0));
    add(scenario, "paper", 2_300, Map.of());
  }

  private FreshReadsReport report() {
    return new FreshReadsReport(
        new FreshReadsOptions(
            phases.stream().map(StepPhase::scenario).distinct().toList(),
            ReadMode.withBaselines(List.of()),
            ROUNDS,
            Duration.ofSeconds(20),
            Duration.ofMinutes(3),
            Duration.ofSeconds(100),
            Duration.ofMillis(10),
            Duration.ofSeconds(1),
            4_000,
            true,
            0.3,
            new Outputs(null, Path.of("page.html"), null)),
        "containers with 0.30 CPUs each",
        StepPhase.results(phases));
  }

  private static Claim claim(FreshReadsReport report, String subject, String figure) {
    return report.claims().stream()
        .filter(
            claim -> {
              Claim.Evidence evidence = Objects.requireNonNull(claim.evidence());
              return evidence.subject().equals(subject) && evidence.figure().equals(figure);
            })
        .findFirst()
        .orElseThrow();
  }

  private static Claim.Verdict verdict(FreshReadsReport report, String subject, String figure) {
    return claim(report, subject, figure).verdict();
  }

  @Test
  void saturatedYcsbBIsComparedWithAllModesOfItsRound() {
    add(scenario("b", 1));
    add(scenario("b", 1), "fresh", 2_800, Map.of());
    FreshReadsReport report = report();
    String subject = "fresh, YCSB-B, 180 clients";

    assertThat(claim(report, subject, "overPrimary").statement())
        .contains("x2.80", "goal at least x2.60", "paper: about x2.5 (4.3)");
    assertThat(verdict(report, subject, "overPrimary")).isEqualTo(Claim.Verdict.REACHED);
    assertThat(verdict(report, subject, "overReplicas")).isEqualTo(Claim.Verdict.REACHED);
    assertThat(verdict(report, subject, "overPaper")).isEqualTo(Claim.Verdict.REACHED);
    assertThat(verdict(report, subject, "p80OfPaper")).isEqualTo(Claim.Verdict.MISSED);
    assertThat(verdict(report, subject, "p80OfBetter")).isEqualTo(Claim.Verdict.REACHED);
    assertThat(verdict(report, subject, "replicaShare")).isEqualTo(Claim.Verdict.REACHED);
    assertThat(verdict(report, subject, "staleOfProven")).isEqualTo(Claim.Verdict.REACHED);
    assertThat(report.holds()).isTrue();
  }

  @Test
  void fewClientsShallReadThePrimary() {
    add(scenario("b", 0));
    add(scenario("b", 1));
    add(scenario("b", 0), "fresh", 1_000, Map.of("replicaShare", 0.01));
    add(scenario("b", 1), "fresh", 2_800, Map.of());
    FreshReadsReport report = report();

    assertThat(claim(report, "fresh, YCSB-B, 10 clients", "replicaShare").statement())
        .contains("1.00 %", "goal at most 0.50 %", "paper: 10 % (4.2, 4.3)");
    assertThat(verdict(report, "fresh, YCSB-B, 10 clients", "replicaShare"))
        .isEqualTo(Claim.Verdict.MISSED);
    assertThat(verdict(report, "fresh, YCSB-B, 10 clients", "p50OfPrimary"))
        .isEqualTo(Claim.Verdict.REACHED);
  }

  @Test
  void answerOverTheBoundFailsTheExperimentAndTheControlMustHaveSome() {
    add(scenario("stale-replica", 0));
    add(scenario("stale-replica", 0), "fresh", 5_000, Map.of("overBound", 1.0));
    FreshReadsReport report = report();

    assertThat(report.holds()).isFalse();
    assertThat(verdict(report, "replicas, stale-replica: YCSB-B, 180 clients", "overBound"))
        .isEqualTo(Claim.Verdict.REACHED);
    assertThat(verdict(report, "fresh, stale-replica: YCSB-B, 180 clients", "overBound"))
        .isEqualTo(Claim.Verdict.MISSED);
    assertThat(claim(report, "fresh, stale-replica: YCSB-B, 180 clients", "overPaper").statement())
        .contains("goal at least x1.80");
  }

  @Test
  void colocatedClientsShallLoseNothing() {
    add(scenario("colocated", 0));
    add(scenario("colocated", 0), "fresh", 970, Map.of("replicaShare", 0.0));
    FreshReadsReport report = report();
    String subject = "fresh, colocated: YCSB-B, 4 clients";

    assertThat(claim(report, subject, "overPrimary").statement())
        .contains("x0.97", "goal at least x0.98", "paper: close, at light load (4.4, figure 6)");
    assertThat(verdict(report, subject, "overPrimary")).isEqualTo(Claim.Verdict.MISSED);
    assertThat(report.claims())
        .noneMatch(claim -> claim.statement().contains(subject + ": p50 of primary"));
  }

  @Test
  void changesAreJudgedByTheTimeUntilTheyAreSteady() {
    add(scenario("more-reads", 0));
    add(scenario("more-reads", 0), "fresh", 2_800, Map.of());
    FreshReadsReport report = report();

    assertThat(
            claim(report, "fresh, more-reads 2: YCSB-B, 180 clients", "steadySeconds").statement())
        .contains("0.3 s", "goal at most 1.0", "paper: 58 to 90 s (4.2)");
    assertThat(verdict(report, "fresh, more-reads 2: YCSB-B, 180 clients", "replicaShare"))
        .isEqualTo(Claim.Verdict.REACHED);
    assertThat(report.claims())
        .noneMatch(
            claim -> claim.statement().contains("more-reads 1: YCSB-A, 180 clients: steady"));
  }

  @Test
  void manyProcessesAreComparedWithOne() {
    add(scenario("b", 1));
    add(scenario("b", 1), "fresh", 2_800, Map.of());
    add(scenario("b", 1), "fresh-100", 2_744, Map.of());

    assertThat(claim(report(), "fresh-100, YCSB-B, 180 clients", "ofOneProcess").statement())
        .contains("x0.98", "goal at least x0.95");
  }

  @Test
  void failedRequestFailsTheExperiment() {
    add(scenario("b", 1));
    add(scenario("b", 1), "fresh", 2_800, Map.of("failed", 1.0));

    assertThat(report().holds()).isFalse();
  }

  @Test
  void jsonAndPageHaveEveryRoundAndItsSeconds() throws IOException {
    add(scenario("b", 1));
    add(scenario("b", 1), "fresh", 2_800, Map.of());
    add(scenario("burst", 0));
    add(scenario("burst", 0), "fresh", 2_800, Map.of());

    FreshReadsReport report = report();
    JsonNode runs = report.json().path("runs");

    assertThat(runs).hasSize(4 + 3 * 4);
    JsonNode fresh = runs.path(3);
    assertThat(fresh.path("mode").asText()).isEqualTo("fresh, YCSB-B, 180 clients");
    assertThat(fresh.path("workload").asText()).isEqualTo("B");
    assertThat(fresh.path("overPrimary").asDouble()).isCloseTo(2.8, within(1e-9));
    assertThat(fresh.path("rounds")).hasSize(ROUNDS);
    assertThat(fresh.path("rounds").path(0).path("seconds").path(0).path("reads").asInt())
        .isEqualTo(2_800);
    assertThat(report.findings())
        .contains("YCSB-B, 180 clients", "burst 3: YCSB-A, 10 clients", "a bound of 1000 ms");
    assertThat(report.page()).contains("Fresh reads of a primary and its replicas");
  }
}
