package io.amoeba.experiments.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answer.TollNotification;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.measure.AnswerGaps;
import io.amoeba.linearroad.measure.Figures;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.run.When;
import io.amoeba.linearroad.servers.FleetOptions;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ScenarioExperimentTest {
  private final List<RunOptions> asked = new ArrayList<>();

  /** What a run shows: its local-hit rate before and after, and how many answers were wrong. */
  private record Shown(double before, double after, long migratedMillis, long wrong) {
    RunResult result(RunOptions options) {
      AnswerSet right = new AnswerSet();
      right.add(new TollNotification(1, 2, -1, 3, 4));
      return new RunResult(
          options,
          new RunResult.Input(1, 30_300, 30_000, 30),
          new RunResult.Performance(
              figures(before, 8_000),
              figures(after, 9_000),
              List.of(),
              Double.NaN,
              812,
              new AnswerGaps(OptionalLong.of(61), OptionalLong.of(118)),
              0,
              0,
              List.of()),
          new RunResult.Checks(AnswerComparison.of(right, right), wrong, null),
          new RunResult.Timeline(
              List.of(), new LatencySeries(), 1_000, 90_000, 60_500, migratedMillis, 61_312),
          new RunResult.Surroundings(null, null, 0));
    }

    private static Figures figures(double localHitRate, double recordsPerSecond) {
      return Double.isNaN(localHitRate)
          ? Figures.NONE
          : new Figures(
              localHitRate, 5_000, recordsPerSecond, Double.NaN, Double.NaN, Double.NaN, 10);
    }
  }

  private static Shown random(double localHitRate) {
    return new Shown(localHitRate, Double.NaN, 0, 0);
  }

  private static Shown aligned(double before) {
    return new Shown(before, 1, 0, 0);
  }

  private ScenarioReport report(Scenario scenario, List<Integer> nodes, Shown... shown)
      throws IOException, InterruptedException {
    return new ScenarioExperiment(
            scenario, nodes, Duration.ofSeconds(45), new Outputs(null, Path.of("x.html"), null))
        .measure(
            (run, progress) -> {
              asked.add(run);
              return shown[asked.size() - 1].result(run);
            },
            line -> {});
  }

  @Test
  void everySizeIsRunWithEveryPlacement() throws Exception {
    ScenarioReport report =
        report(
            Scenario.STATIC, List.of(2, 4), random(0.47), aligned(0.5), random(0.27), aligned(0.5));

    assertThat(asked).extracting(run -> run.fleet().nodes()).containsExactly(2, 2, 4, 4);
    assertThat(asked)
        .extracting(run -> run.alignment().begin())
        .containsExactly(
            new When.Never(), new When.AtStart(), new When.Never(), new When.AtStart());
    assertThat(asked)
        .allMatch(run -> run.fleet().layout() == FleetOptions.Layout.TOGETHER)
        .allMatch(run -> run.fleet().job().equals(FleetOptions.JobSettings.USUAL))
        .allMatch(run -> run.pace() instanceof Pace.Fastest)
        .allMatch(
            run ->
                run.traffic()
                    .equals(
                        new Traffic.Generated(
                            TrafficMode.STEADY, 1, 1_000, 1, Duration.ofSeconds(45))));
    assertThat(report.holds()).isTrue();
    assertThat(report.text())
        .containsPattern("2 random +47.00 % +50.00 % +8,000 +4,000 +- +-")
        .containsPattern("4 aligned +100.00 % +100.00 % +9,000 +2,250 +- +-")
        .contains("2 nodes, random: 1 answers checked, 0 mismatches")
        .containsPattern("reached +2 nodes, random, random placement: local-hit rate 47.00 %")
        .doesNotContainPattern("missed|undecided");
    assertThat(report.json().path("runs").get(1).path("placement").asText()).isEqualTo("aligned");
    assertThat(report.json().path("runs").get(0).path("before").path("localHitRate").asDouble())
        .isEqualTo(0.47);
    assertThat(report.page()).contains("Random against aligned placement").doesNotContain("{{");
  }

  @Test
  void localRequestsFarFromTheOddsFail() throws Exception {
    ScenarioReport report =
        report(Scenario.UNALIGNED, List.of(1, 2, 4), random(1), random(0.9), random(Double.NaN));

    assertThat(report.holds()).isFalse();
    assertThat(report.text())
        .containsPattern(
            "missed +2 nodes, random, random placement: local-hit rate 90.00 %, goal 40.00 % to 60.00 %")
        .containsPattern("undecided +4 nodes, random, random placement: local-hit rate -")
        .containsPattern("reached +1 node, random");
    assertThat(report.json().path("holds").asBoolean(true)).isFalse();
    // That Linear Road saw no request, is a failure, too.
    assertThat(report.json().path("failures")).hasSize(3);
  }

  @Test
  void anAlignmentInTheMiddleSaysWhatItCost() throws Exception {
    ScenarioReport report = report(Scenario.DYNAMIC, List.of(2), aligned(0.5));

    assertThat(asked)
        .extracting(run -> run.alignment().begin())
        .containsExactly(new When.AfterPart(0.5));
    assertThat(report.text())
        .contains(
            "aligned 812 ms after the order\n",
            "longest time without an answer: 61 ms before, 118 ms from the order until 2 s after the alignment");
    assertThat(report.holds()).isTrue();
  }

  @Test
  void aMigrationBeginsWithoutLocalRequests() throws Exception {
    ScenarioReport report = report(Scenario.MIGRATION, List.of(2), new Shown(0.01, 1, 63_250, 0));

    assertThat(asked)
        .singleElement()
        .extracting(run -> run.fleet().layout())
        .isEqualTo(FleetOptions.Layout.REDIS_APART);
    assertThat(report.text())
        .containsPattern("2 random +1.00 % +0.00 %")
        .contains(
            "aligned 812 ms after the order, all Redis primaries on the nodes after 2,750 ms");
    assertThat(report.holds()).isTrue();
  }

  @Test
  void aMigrationThatBeginsWithLocalRequestsFails() throws Exception {
    assertThat(report(Scenario.MIGRATION, List.of(2), aligned(0.5)).text())
        .contains("random placement: local-hit rate 50.00 %, goal 0.00 % to 10.00 %");
  }

  @Test
  void addedNodeCountsFromTheStartOfItsAddition() throws Exception {
    ScenarioReport report = report(Scenario.ELASTICITY, List.of(2), new Shown(1, 1, 90_000, 0));

    RunOptions run = asked.get(0);
    assertThat(run.alignment().begin()).isEqualTo(new When.AfterPart(0.4));
    assertThat(run.fleet().layout()).isEqualTo(FleetOptions.Layout.NODE_ADDED);
    assertThat(run.pace()).isEqualTo(new Pace.SimulatedSecondsPerSecond(1));
    assertThat(run.traffic())
        .isInstanceOfSatisfying(
            Traffic.Generated.class,
            traffic -> assertThat(traffic.vehiclesPerExpressway()).isEqualTo(300));
    assertThat(run.fleet().job().bufferTimeout()).isEqualTo(Duration.ofMillis(50));
    assertThat(run.fleet().job().checkpointInterval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(report.text())
        .containsPattern("2 aligned +100.00 % +100.00 % +8,000 +4,000")
        .containsPattern("3 aligned +100.00 % +100.00 % +9,000 +3,000")
        .contains(
            "aligned 812 ms after the start of the new node, the store had grown after 29,500 ms",
            "118 ms from that start until 2 s after the alignment");
    assertThat(report.holds()).isTrue();
  }

  @Test
  void aNodeOfTheStoreIsFollowedByTheJob() throws Exception {
    ScenarioReport report = report(Scenario.RESCALE, List.of(2), new Shown(1, 1, 90_000, 0));

    assertThat(asked.get(0).alignment().begin()).isEqualTo(new When.AfterPart(0.4));
    assertThat(asked.get(0).fleet().layout()).isEqualTo(FleetOptions.Layout.NODE_ADDED_TO_STORE);
    assertThat(report.text()).contains("the job had followed after 29,500 ms");
    assertThat(report.holds()).isTrue();
  }

  @Test
  void aNodeThatIsAddedToAJobThatIsNotAlignedFails() throws Exception {
    assertThat(report(Scenario.ELASTICITY, List.of(2), aligned(0.97)).text())
        .contains("aligned placement: local-hit rate 97.00 %, goal 99.00 % to 100.00 %");
  }

  @Test
  void whatLinearRoadJudgesFailsTheScenario() throws Exception {
    ScenarioReport report = report(Scenario.DYNAMIC, List.of(2), new Shown(0.5, 1, 0, 3));

    assertThat(report.text())
        .containsPattern("missed +2 nodes, random, then aligned: 3 answers are not right");
    assertThat(report.holds()).isFalse();
  }
}
