package io.amoeba.experiments.freshreads;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.experiments.BenchRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole measurements on real servers, too short for their figures to say anything. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FreshReadsBenchIT {
  @TempDir Path folder;

  private JsonNode bench(String... more) throws IOException {
    String[] words = {
      "--servers=process",
      "--fields=500",
      "--rounds=1",
      "--warm-up=2s",
      "--report=" + folder.resolve("fresh-reads.html")
    };
    return BenchRun.report(
        new FreshReadsCommand(), folder.resolve("fresh-reads.json"), words, more);
  }

  private static double figure(JsonNode report, String mode, String figure) {
    JsonNode value = BenchRun.run(report, "mode", mode).path(figure);
    assertThat(value.isNumber()).as("%s of %s", figure, mode).isTrue();
    return value.asDouble();
  }

  @Test
  void everyModeReadsWhereItSays() throws IOException {
    JsonNode report =
        bench("--scenarios=b", "--clients=4", "--modes=half,fresh-2", "--phase=3s", "--think=1ms");

    assertThat(report.path("runs").findValuesAsText("name"))
        .containsExactly("primary", "replicas", "paper", "fresh", "half", "fresh-2");
    for (JsonNode run : report.path("runs")) {
      assertThat(run.path("readsPerSecond").asDouble()).as("%s", run).isPositive();
      assertThat(run.path("writesPerSecond").asDouble()).as("%s", run).isPositive();
      assertThat(run.path("failed").asDouble()).isZero();
      assertThat(run.path("sReads").asDouble()).isPositive();
      assertThat(run.path("primaryCpus").asDouble()).isPositive();
      assertThat(run.path("rounds").path(0).path("seconds")).isNotEmpty();
    }
    assertThat(figure(report, "primary, YCSB-B, 4 clients", "replicaShare")).isZero();
    assertThat(figure(report, "replicas, YCSB-B, 4 clients", "replicaShare")).isOne();
    assertThat(figure(report, "half, YCSB-B, 4 clients", "replicaShare")).isBetween(0.3, 0.7);
    assertThat(figure(report, "paper, YCSB-B, 4 clients", "replicaShare")).isBetween(0.0, 0.3);
    assertThat(Files.readString(folder.resolve("fresh-reads.html")))
        .contains("Fresh reads of a primary and its replicas", "fresh-2, YCSB-B, 4 clients");
  }

  @Test
  void changedLoadHasItsSteps() throws IOException {
    JsonNode report = bench("--scenarios=burst", "--clients=2,16", "--modes=fresh", "--step=5s");

    assertThat(report.path("runs")).hasSize(3 * 4);
    double few = figure(report, "primary, burst 1: YCSB-A, 2 clients", "readsPerSecond");
    double many = figure(report, "primary, burst 2: YCSB-A, 16 clients", "readsPerSecond");
    double fewAgain = figure(report, "primary, burst 3: YCSB-A, 2 clients", "readsPerSecond");
    assertThat(many).isGreaterThan(2 * few).isGreaterThan(2 * fewAgain);
    assertThat(figure(report, "primary, burst 2: YCSB-A, 16 clients", "steadySeconds"))
        .isBetween(0.0, 4.0);
  }

  @Test
  void colocatedThreadsNeverPause() throws IOException {
    JsonNode report = bench("--scenarios=colocated", "--modes=fresh", "--phase=2s");

    assertThat(report.path("thinkMillis").asDouble()).isZero();
    assertThat(report.path("runs").findValuesAsText("name"))
        .containsExactly("primary", "replicas", "paper", "fresh");
    for (JsonNode run : report.path("runs")) {
      assertThat(run.path("readsPerSecond").asDouble()).as("%s", run).isPositive();
      assertThat(run.path("writesPerSecond").asDouble()).as("%s", run).isPositive();
      assertThat(run.path("failed").asDouble()).isZero();
    }
    assertThat(figure(report, "primary, colocated: YCSB-B, 4 clients", "replicaShare")).isZero();
    assertThat(figure(report, "fresh, colocated: YCSB-B, 4 clients", "overPrimary")).isPositive();
    assertThat(figure(report, "fresh, colocated: YCSB-B, 4 clients", "overBound")).isZero();
  }

  @Test
  void replicaWithoutWritesIsReadOnlyByThoseWhoCheckNothing() throws IOException {
    JsonNode report =
        bench(
            "--scenarios=stale-replica",
            "--clients=4",
            "--modes=fresh",
            "--phase=4s",
            "--bound=200ms");

    assertThat(figure(report, "replicas, stale-replica: YCSB-B, 4 clients", "overBound"))
        .isPositive();
    assertThat(figure(report, "replicas, stale-replica: YCSB-B, 4 clients", "worstStaleMillis"))
        .isGreaterThan(1_000);
    assertThat(figure(report, "fresh, stale-replica: YCSB-B, 4 clients", "overBound")).isZero();
  }
}
