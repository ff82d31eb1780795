package io.amoeba.experiments.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.experiments.Values;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AlignmentReportTest {
  private static final AlignmentOptions OPTIONS =
      new AlignmentOptions(
          List.of(2, 4),
          Duration.ofNanos(100_000),
          2,
          Duration.ofSeconds(25),
          Duration.ofSeconds(60),
          0.3,
          new Outputs(null, Path.of("report.html"), null));

  private static SizeResult.Phase phase(boolean aligned, double tollsPerSecond, double busy) {
    return new SizeResult.Phase(
        aligned,
        new Values(
            Map.of(
                "tollsPerSecond",
                tollsPerSecond,
                "localHitRate",
                aligned ? 1 : 0.25,
                "tollLatencyP50Micros",
                aligned ? 80.0 : 800.0,
                "tollLatencyP99Micros",
                9_000.0)),
        new Values(Map.of("busyFraction", busy, "workMillis", aligned ? 1.5 : 1.25)),
        Map.of(ProcessKind.TASK_MANAGERS, aligned ? 1.4 : 1.1, ProcessKind.REDIS, 0.25));
  }

  private static AlignmentReport report() {
    return new AlignmentReport(
        OPTIONS,
        List.of(
            SizeResultTest.result(
                2, new StandIns(2, 0.5), phase(false, 100, 0.5), phase(true, 200, 0.95)),
            SizeResultTest.result(4, phase(false, 100, 0.95), phase(true, 360, 1))),
        List.of());
  }

  @Test
  void fourNodesStandForAll() {
    JsonNode json = report().json();

    assertThat(json.path("nodes").asInt()).isEqualTo(4);
    assertThat(json.path("throughputRatio").asDouble()).isEqualTo(3.6);
    assertThat(json.path("latencyRatioP50").asDouble()).isEqualTo(0.1);
    assertThat(json.path("localHitRate").asDouble()).isEqualTo(1);
    assertThat(json.path("delayMicros").asInt()).isEqualTo(100);
    assertThat(json.path("runs")).hasSize(2);
    assertThat(json.path("runs").path(0).path("phases")).hasSize(2);
    assertThat(json.path("runs").path(1).path("aligned").path("tollsPerSecondAndNode").asDouble())
        .isEqualTo(90);
  }

  @Test
  void tableShowsRatiosAndHowANodeFaresInLargerClusters() {
    assertThat(report().text())
        .contains("x3.60 (x3.60-x3.60)", "25.00 %", "1,000 answers checked, 0 mismatches")
        .contains("From 2 to 4 nodes")
        .contains("-50.00 % when random, by -10.00 % when aligned");
  }

  @Test
  void cpusThatLimitRandomPlacementAreReported() {
    assertThat(report().text().lines())
        .anyMatch(
            line ->
                line.startsWith("2 nodes: this machine's")
                    && line.endsWith(
                        "50.00 % when random, to 95.00 % when aligned; the calibration loop took 1.25 and 1.50 ms"))
        .anyMatch(
            line ->
                line.startsWith("4 nodes: this machine's")
                    && line.endsWith(
                        "and limit random placement, too, not the network alone; the calibration loop took 1.25 and 1.50 ms"));
  }

  @Test
  void cpusOfEachKindOfProcessAreReported() {
    assertThat(report().text())
        .contains(
            "4 nodes: CPUs when random and aligned: TaskManagers 1.10 and 1.40, Redis 0.25 and 0.25,");
    JsonNode cpus = report().json().path("runs").path(0).path("aligned").path("cpus");
    assertThat(cpus.path("taskManagers").asDouble()).isEqualTo(1.4);
    assertThat(cpus.path("control").isNull()).isTrue();
  }

  @Test
  void containersThatEmulatedNodesAreReported() {
    assertThat(report().text())
        .contains("2 nodes: 2 load containers with 0.50 CPUs each emulate the absent nodes")
        .doesNotContain("4 nodes: 0 load");
    JsonNode standIns = report().json().path("runs").path(0).path("standIns");
    assertThat(standIns.path("count").asInt()).isEqualTo(2);
    assertThat(standIns.path("cpus").asDouble()).isEqualTo(0.5);
  }

  @Test
  void eachStandInUsesANodesShareOfTheMachine() {
    SizeResult largest = SizeResultTest.result(4, phase(false, 100, 0.9), phase(true, 360, 0.75));

    assertThat(StandIns.of(3, largest, 2)).isEqualTo(new StandIns(1, 0.375));
    assertThat(StandIns.of(4, largest, 2)).isEqualTo(StandIns.NONE);
  }

  @Test
  void unknownLoadOfTheMachineHasNoStandIns() {
    SizeResult.Phase unseen =
        new SizeResult.Phase(
            true, new Values(Map.of("tollsPerSecond", 200.0)), Values.NONE, Map.of());

    assertThat(StandIns.of(2, SizeResultTest.result(4, unseen), 2)).isEqualTo(StandIns.NONE);
  }

  @Test
  void missedRequiredClaimFailsTheExperimentAndKeepsItsResults() {
    SizeResult.Phase astray =
        new SizeResult.Phase(
            true,
            new Values(Map.of("tollsPerSecond", 200.0, "localHitRate", 0.97)),
            Values.NONE,
            Map.of());
    AlignmentReport report =
        new AlignmentReport(
            OPTIONS,
            List.of(SizeResultTest.result(2, phase(false, 100, 0.5), astray)),
            List.of("4 nodes could not be measured: Kafka has ended"));

    assertThat(report.holds()).isFalse();
    assertThat(report.text())
        .contains("x2.00")
        .containsPattern(
            "missed +2 nodes when aligned: local-hit rate 97.00 %, goal at least 99.00 %")
        .contains("4 nodes could not be measured: Kafka has ended");
    assertThat(report.json().path("holds").asBoolean(true)).isFalse();
    assertThat(report.json().path("failures")).hasSize(2);
    assertThat(report().holds()).isTrue();
  }

  @Test
  void pageHoldsEverythingItNeeds() throws IOException {
    String page = report().page();

    assertThat(page).contains("\"throughputRatio\":3.6", "Chart").doesNotContain("{{", "src=");
  }
}
