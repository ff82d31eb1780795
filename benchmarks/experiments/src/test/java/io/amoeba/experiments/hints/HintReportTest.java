package io.amoeba.experiments.hints;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.cassandra.CassandraOptions;
import io.amoeba.experiments.load.TrafficShape;
import io.amoeba.report.Outputs;
import io.amoeba.report.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HintReportTest {
  private static final int REPEATS = 2;
  private static final List<HintMode> MODES =
      List.of(HintMode.STOCK, HintMode.fraction(100), HintMode.PULL);
  private static final CassandraOptions OPTIONS =
      new CassandraOptions(
          REPEATS,
          new TrafficShape(
              TrafficShape.Workload.R80,
              DefaultConsistencyLevel.ONE,
              TrafficShape.Distribution.UNIFORM,
              true,
              400_000,
              100,
              8),
          3,
          1,
          new CassandraOptions.NodeSizes(0.4, 1_100, 512, 250),
          "lz4=on",
          "-Xint",
          Duration.ofSeconds(60),
          Duration.ofSeconds(100),
          new Outputs(null, Path.of("report.html"), null));

  private static HintRun run(HintMode mode, int repeat) {
    HintRun.Series series = HintSeriesExamples.slowFor(mode.equals(HintMode.STOCK) ? 40 : 0);
    return new HintRun(
        mode,
        repeat,
        new HintRun.WarmUp(120, mode.needsAgent()),
        mode.needsAgent()
            ? new CaptureCost(
                mode.pulls() ? few(0.5, -1, 2) : new Spread(0.5, -1, 2, 0.2, 0.9),
                few(1.5, 1, 3),
                few(0.62, 0.58, 0.71))
            : CaptureCost.UNKNOWN,
        mode.pulls()
            ? new Values(Map.of("received", 9_000.0, "applied", 8_800.0, "seconds", 4.5))
            : HintRun.NOTHING_PULLED,
        series,
        HintAnalysis.of(series));
  }

  private static Spread few(double median, double least, double greatest) {
    return new Spread(median, least, greatest, Double.NaN, Double.NaN);
  }

  private static HintReport report(List<HintMode> modes) {
    List<HintRun> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= REPEATS; repeat++) {
      for (HintMode mode : modes) {
        runs.add(run(mode, repeat));
      }
    }
    return new HintReport(OPTIONS, 96, runs);
  }

  @Test
  void jsonHasAnEntryForEveryRun() {
    JsonNode runs = report(MODES).json().path("runs");

    assertThat(runs).hasSize(6);
    JsonNode run = runs.path(1);
    assertThat(run.path("mode").asText()).isEqualTo("100");
    for (String number :
        List.of(
            "opsBefore",
            "opsAfterFirst10s",
            "missBefore",
            "missAfterFirst10s",
            "recoverySeconds",
            "overheadPercent",
            "bytesPerHint",
            "hintsDropped")) {
      assertThat(run.path(number).isNumber()).as(number).isTrue();
    }
    assertThat(run.path("missBefore").asDouble()).isBetween(0.0, 1.0);
    assertThat(run.path("overheadPercent").asDouble()).isEqualTo(0.5);
    assertThat(run.path("captureCpuPercent").path("greatest").asDouble()).isEqualTo(3);
    assertThat(run.path("sendingCpuPercent").path("median").asDouble()).isEqualTo(0.62);
    assertThat(run.path("lessThanStockPercent").asDouble()).isZero();
    assertThat(runs.path(0).path("overheadPercent").asDouble()).isZero();
    assertThat(runs.path(0).path("captureCpuPercent").path("median").isNull()).isTrue();
    assertThat(run.path("traffic")).hasSize(160);
    assertThat(run.path("serving")).hasSize(161);
    assertThat(runs.path(2).path("pulled").path("received").asInt()).isEqualTo(9_000);
  }

  @Test
  void withoutStockNothingIsComparedWithIt() {
    JsonNode run = report(List.of(HintMode.PULL)).json().path("runs").path(0);

    assertThat(run.path("lessThanStockPercent").isNull()).isTrue();
  }

  @Test
  void tableHasEveryRunAndTheMediansOfRepeats() {
    assertThat(report(MODES).text())
        .containsPattern("stock +1,000 +x0.50 +39 +30.00 % +100.00 % +30.00 %")
        .containsPattern("100 +1,000 +x1.00 +0 +30.00 % +30.00 % +30.00 % +0.5 +1.5")
        .containsPattern("stock +x0.50 \\(x0.50-x0.50\\) +70.00 %")
        .contains("Workload R80 at ONE, uniform, other rows updated than read, 8 in flight")
        .contains("The caches of stock, 2, were not steady after 120 s: try a longer --warm-up")
        .contains("Mode pull, 1: 9,000 keys pulled, 8,800 replays in 4.5 s", "lz4=on", "-Xint")
        .contains(
            "Noise of 100, 2: throughput lost in pairs from -1.00 to 2.00 %, median from 0.20 to 0.90 % with 95 % confidence; CPU more in pairs from 1.00 to 3.00 %")
        .contains(
            "Noise of pull, 2: throughput lost in pairs from -1.00 to 2.00 %, median of too few --overhead-pairs to know its confidence interval; CPU more in pairs from 1.00 to 3.00 %")
        .contains(
            "CPU time for making and sending hints pairs from 0.58 to 0.71 %",
            "100, 2: CPU time for making and sending hints 0.62 % (too few measurements")
        .doesNotContain("Noise of stock");
    assertThat(report(MODES).holds()).isTrue();
  }

  @Test
  void pageHoldsEverythingItNeeds() throws IOException {
    String page = report(MODES).page();

    assertThat(page)
        .contains("\"missAfterFirst10s\":1.0", "Chart", "function windows(")
        .doesNotContain("{{", "src=");
  }
}
