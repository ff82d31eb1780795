package io.amoeba.experiments.readshift;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.loops.OperationLog;
import io.amoeba.experiments.loops.WorkCycle;
import io.amoeba.report.Claim;
import io.amoeba.report.Claim.Verdict;
import io.amoeba.report.Outputs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Reports of rounds with invented figures. */
class ShiftReportTest {
  private static final int ROUNDS = 4;

  private final List<ShiftCycle> cycles = new ArrayList<>();

  private static ShiftOptions options(int readsPerSecond) {
    return new ShiftOptions(
        NodeWork.COMPACTION,
        List.of(ShiftMode.values()),
        ROUNDS,
        Duration.ofSeconds(90),
        200_000,
        DefaultConsistencyLevel.ONE,
        0.95,
        0,
        32,
        64,
        readsPerSecond > 0,
        0.5,
        1_600,
        readsPerSecond,
        Path.of(""),
        new Outputs(null, Path.of("report.html"), null));
  }

  private void add(ShiftMode mode, double p99, Map<String, Double> more) {
    for (int round = 1; round <= ROUNDS; round++) {
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.put("steadyPerSecond", 1_000.0 + round);
      figures.put("duringPerSecond", 900.0);
      figures.put("steadyP99Millis", 10.0);
      figures.put("duringP99Millis", p99);
      figures.put("readShareWorking", mode.announces() ? 0.002 : 0.33);
      figures.put("overlapSeconds", mode.takesTurns() ? 0.0 : 12.0);
      figures.put("chunkMissMore", mode.hasHints() ? 0.01 : 0.2);
      figures.put("lostWrites", 0.0);
      figures.put("failed", 0.0);
      figures.putAll(more);
      cycles.add(
          new ShiftCycle(
              round,
              mode,
              "compaction, YCSB-B, ONE",
              new Values(figures),
              List.of(new OperationLog.Second(0, 1_000, 4))));
    }
  }

  private ShiftReport report(int readsPerSecond) {
    return new ShiftReport(options(readsPerSecond), WorkCycle.results(cycles, ShiftMode.STOCK));
  }

  private static List<Claim> claims(ShiftReport report, ShiftMode mode, String figure) {
    return report.claims().stream()
        .filter(claim -> claim.evidence() != null)
        .filter(
            claim ->
                Objects.requireNonNull(claim.evidence()).subject().startsWith(mode + ", ")
                    && Objects.requireNonNull(claim.evidence()).figure().equals(figure))
        .toList();
  }

  private static Verdict verdict(ShiftReport report, ShiftMode mode, String figure) {
    List<Claim> claims = claims(report, mode, figure);
    assertThat(claims).as("%s of %s", figure, mode).hasSize(1);
    return claims.get(0).verdict();
  }

  @Test
  void eachModeIsJudgedByWhatItIsFor() {
    add(ShiftMode.STOCK, 20, Map.of());
    add(ShiftMode.SEVERITY, 11, Map.of());
    add(ShiftMode.TURNS_HINTS, 11, Map.of());
    ShiftReport report = report(250);

    assertThat(verdict(report, ShiftMode.STOCK, "p99OfSteady")).isEqualTo(Verdict.REACHED);
    assertThat(verdict(report, ShiftMode.SEVERITY, "p99OfSteady")).isEqualTo(Verdict.REACHED);
    assertThat(verdict(report, ShiftMode.SEVERITY, "readShareWorking")).isEqualTo(Verdict.REACHED);
    assertThat(verdict(report, ShiftMode.TURNS_HINTS, "overlapSeconds")).isEqualTo(Verdict.REACHED);
    assertThat(verdict(report, ShiftMode.TURNS_HINTS, "chunkMissMore")).isEqualTo(Verdict.REACHED);
    assertThat(claims(report, ShiftMode.STOCK, "readShareWorking")).isEmpty();
    assertThat(claims(report, ShiftMode.SEVERITY, "overlapSeconds")).isEmpty();
    assertThat(claims(report, ShiftMode.SEVERITY, "chunkMissMore")).isEmpty();
    assertThat(report.holds()).isTrue();
    assertThat(report.text())
        .contains("compaction, YCSB-B, ONE", "turns-hints", "Medians of 4 rounds")
        .contains("250 reads/s from the disk");
  }

  @Test
  void withoutALimitOfTheDiskNoLatencyIsJudged() {
    add(ShiftMode.STOCK, 20, Map.of());
    add(ShiftMode.SEVERITY, 30, Map.of("readShareWorking", 0.1));
    ShiftReport report = report(0);

    assertThat(claims(report, ShiftMode.SEVERITY, "p99OfSteady")).isEmpty();
    assertThat(verdict(report, ShiftMode.SEVERITY, "readShareWorking")).isEqualTo(Verdict.MISSED);
    assertThat(report.holds()).as("no safety is lost").isTrue();
  }

  @Test
  void aLostWriteFailsTheExperimentInAnyMode() {
    add(ShiftMode.STOCK, 20, Map.of("lostWrites", 1.0));
    add(ShiftMode.SEVERITY, 11, Map.of());
    ShiftReport report = report(0);

    assertThat(verdict(report, ShiftMode.STOCK, "lostWrites")).isEqualTo(Verdict.MISSED);
    assertThat(report.holds()).isFalse();
  }

  @Test
  void programsReadMediansAndRounds() {
    add(ShiftMode.STOCK, 20, Map.of());
    add(ShiftMode.TURNS, 15, Map.of("waitingSeconds", 20.0));
    JsonNode data = report(0).data();

    assertThat(data.path("store").asText()).isEqualTo("cassandra");
    assertThat(data.path("work").asText()).isEqualTo("compaction");
    JsonNode turns = data.path("runs").path(1);
    assertThat(turns.path("name").asText()).isEqualTo("turns");
    assertThat(turns.path("p99OfSteady").asDouble()).isEqualTo(1.5);
    assertThat(turns.path("waitingSeconds").asDouble()).isEqualTo(20);
    assertThat(turns.path("rounds")).hasSize(ROUNDS);
    assertThat(turns.path("rounds").path(0).path("seconds")).hasSize(1);
  }
}
