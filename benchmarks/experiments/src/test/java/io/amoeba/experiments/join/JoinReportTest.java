package io.amoeba.experiments.join;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.experiments.cassandra.CassandraOptions;
import io.amoeba.experiments.load.TrafficShape;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JoinReportTest {
  private static final CassandraOptions OPTIONS =
      new CassandraOptions(
          2,
          new TrafficShape(
              TrafficShape.Workload.B,
              DefaultConsistencyLevel.QUORUM,
              TrafficShape.Distribution.ZIPFIAN,
              false,
              400_000,
              100,
              16),
          3,
          3,
          new CassandraOptions.NodeSizes(0.5, 1_300, 700, 250),
          "",
          "",
          Duration.ofSeconds(60),
          Duration.ofSeconds(180),
          new Outputs(null, Path.of("report.html"), null));

  private static JoinRun run(JoinMode mode, boolean steadyBaseline) {
    return JoinRun.of(mode, 4, steadyBaseline, JoinLoadsTest.stockSeries(), OPTIONS);
  }

  private static JoinReport report() {
    return new JoinReport(
        OPTIONS,
        Optional.of("read ahead by 8192 KiB"),
        List.of(
            run(JoinMode.STOCK, true),
            run(JoinMode.INCREMENTAL, false),
            run(JoinMode.STOCK, true),
            run(JoinMode.INCREMENTAL, true)));
  }

  @Test
  void jsonHasAnEntryForEveryRun() {
    JsonNode runs = report().json().path("runs");

    assertThat(runs).hasSize(4);
    JsonNode run = runs.path(1);
    assertThat(run.path("mode").asText()).isEqualTo("incremental");
    for (String number :
        List.of(
            "baselineOpsPerSecond",
            "firstQuarterRatio",
            "meanDuringJoinRatio",
            "afterRatio",
            "joinSeconds",
            "firstServedSeconds",
            "sloScoreCount",
            "sloScoreMillis",
            "lostOps",
            "recoverySeconds",
            "failedOps")) {
      assertThat(run.path(number).isNumber()).as(number).isTrue();
    }
    assertThat(run.path("steadyBaseline").asBoolean(true)).isFalse();
    assertThat(runs.path(0).path("steadyBaseline").asBoolean(false)).isTrue();
    assertThat(run.path("joiningNode")).hasSize(5);
    // From the start of the baseline to the end.
    assertThat(run.path("traffic")).hasSize(60 + 20 + 80 + 150);
    assertThat(run.path("membersUsage")).hasSize(2);
    assertThat(run.path("membersUsage").path(0)).hasSize((1_250 - 940) / 2 + 1);
    assertThat(run.path("membersBefore").path("readsPerSecond").asDouble()).isEqualTo(150);
    assertThat(run.path("joiningNodeDuring").path("cpuFraction").isNumber()).isTrue();
    assertThat(run.path("membersPageCacheMebibytes").asDouble()).isEqualTo(300);
    assertThat(run.path("machineAfter").path("stolenFraction").asDouble()).isEqualTo(0.01);
    assertThat(run.path("machineUsage")).hasSize((1_250 - 940) / 2 + 1);
  }

  @Test
  void tableHasEveryRunAndTheMediansOfRepeats() {
    assertThat(report().text())
        .containsPattern("stock +1,000 +x0.20 +x0.50 +x1.30 +80 +82 +40")
        .containsPattern("stock +150 +200 +200 +64 +64 +50.00 % .* 300\\R")
        .containsPattern(
            "stock +(50.00 % +){3}(1.00 % +){3}(2.00 +){3}3.0 +3.0 +3.0 +4.0 +4.0 +4.0\\R")
        .contains(
            "Workload B at QUORUM, zipfian, 16 in flight, 400,000 rows of 1,000 bytes in 3 SSTables on 3 nodes")
        .contains("1300 MiB, 250 reads/s", "read ahead by 8192 KiB")
        .containsPattern("stock +x0.20 \\(x0.20-x0.20\\) +x0.50");
  }

  @Test
  void incrementalJoinsAreJudgedAlikeByFiguresOfTheirOwnAndAgainstStock() {
    JoinReport report = report();

    assertThat(report.claims()).hasSize(3 + 4 + 2);
    assertThat(report.text())
        .containsPattern("missed +incremental: first quarter x0.20 .*; paper: x0.975")
        .containsPattern("missed +incremental: SLO violations over stock's x1.00")
        .containsPattern("reached +incremental: length over stock's x1.00 .*at most x1.50")
        .containsPattern("reached +stock: failed operations 0, goal 0");
    assertThat(report.holds()).isTrue();
    assertThat(report.json().path("claims").path(0).path("evidence").path("figure").asText())
        .isEqualTo("meanDuringJoinRatio");
  }

  @Test
  void eachPaceIsJudgedByItsOwnGoals() {
    JoinReport report =
        new JoinReport(
            OPTIONS,
            Optional.empty(),
            List.of(
                run(JoinMode.STOCK, true),
                run(JoinMode.PACE_CLIENTS, true),
                run(JoinMode.PACE_TIME, true)));

    assertThat(report.claims()).hasSize((3 + 1) + (1 + 2) + 3);
    assertThat(report.text())
        .containsPattern("missed +pace-clients: mean during join x0.50 .*at least x1.05")
        .containsPattern("missed +pace-clients: lost operations over stock's x1.00 .*at most x0.10")
        .containsPattern("pace-time: length over stock's x1.00 .*at most x1.00")
        .containsPattern("missed +pace-time: lost operations over stock's x1.00 .*at most x0.35");
  }

  @Test
  void runsWithoutASteadyBaselineAreNamed() {
    assertThat(report().text())
        .containsOnlyOnce("throughput was not steady before")
        .contains("Run 2, incremental: throughput was not steady before");
  }

  @Test
  void pageHoldsEverythingItNeeds() throws IOException {
    String page = report().page();

    assertThat(page).contains("\"firstQuarterRatio\":0.2", "Chart").doesNotContain("{{", "src=");
  }
}
