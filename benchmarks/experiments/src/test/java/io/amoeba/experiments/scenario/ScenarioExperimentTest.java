package io.amoeba.experiments.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioExperimentTest {
  private final List<List<String>> asked = new ArrayList<>();

  private ScenarioReport report(Scenario scenario, List<Integer> nodes, String... figures)
      throws IOException, InterruptedException {
    ScenarioOptions options =
        new ScenarioOptions(
            scenario, nodes, Duration.ofSeconds(45), new Outputs(null, Path.of("x.html"), null));
    return new ScenarioExperiment(options)
        .measure(
            (arguments, progress) -> {
              asked.add(arguments);
              return json(figures[asked.size() - 1]);
            },
            line -> {});
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  private static String random(double localHitRate) {
    return """
        {'before': {'localHitRate': %s, 'recordsPerSecond': 8000.0},
         'after': {'localHitRate': null, 'recordsPerSecond': null},
         'validation': {'checked': 1234, 'mismatches': 0},
         'series': [{'at': 1.5, 'recordsPerSecond': 7000.0, 'localHitRate': %s}],
         'failures': []}"""
        .formatted(localHitRate, localHitRate);
  }

  private static String aligned(String failures) {
    return """
        {'before': {'localHitRate': 0.5, 'recordsPerSecond': 4000.0},
         'after': {'localHitRate': 1.0, 'recordsPerSecond': 9000.0},
         'validation': {'checked': 99, 'mismatches': 0}, 'adaptationMillis': 812,
         'longestGapMillis': {'before': 61, 'change': 118},
         'series': [], 'failures': [%s]}"""
        .formatted(failures);
  }

  @Test
  void everySizeIsRunWithEveryPlacement() throws Exception {
    ScenarioReport report =
        report(
            Scenario.STATIC, List.of(2, 4), random(0.47), aligned(""), random(0.27), aligned(""));

    assertThat(asked)
        .containsExactly(
            List.of("--nodes=2", "--duration=45s", "--align-after=never"),
            List.of("--nodes=2", "--duration=45s", "--align-after=0s"),
            List.of("--nodes=4", "--duration=45s", "--align-after=never"),
            List.of("--nodes=4", "--duration=45s", "--align-after=0s"));
    assertThat(report.holds()).isTrue();
    assertThat(report.text())
        .containsPattern("2 random +47.00 % +50.00 % +8,000 +4,000 +- +-")
        .containsPattern("4 aligned +100.00 % +100.00 % +9,000 +2,250 +- +-")
        .contains("2 nodes, random: 1,234 answers checked, 0 mismatches")
        .containsPattern("reached +2 nodes, random, random placement: local-hit rate 47.00 %")
        .doesNotContainPattern("missed|undecided");
    assertThat(report.json().path("runs").get(1).path("placement").asText()).isEqualTo("aligned");
    assertThat(report.json().path("runs").get(0).path("series").get(0).path("at").asDouble())
        .isEqualTo(1.5);
    assertThat(report.page()).contains("Random against aligned placement").doesNotContain("{{");
  }

  @Test
  void localRequestsFarFromTheOddsFail() throws Exception {
    ScenarioReport report =
        report(
            Scenario.UNALIGNED,
            List.of(1, 2, 4),
            random(1),
            random(0.9),
            random(Double.NaN).replace("NaN", "null"));

    assertThat(report.holds()).isFalse();
    assertThat(report.text())
        .containsPattern(
            "missed +2 nodes, random, random placement: local-hit rate 90.00 %, goal 40.00 % to 60.00 %")
        .containsPattern("undecided +4 nodes, random, random placement: local-hit rate -")
        .containsPattern("reached +1 node, random");
    assertThat(report.json().path("holds").asBoolean(true)).isFalse();
    assertThat(report.json().path("failures")).hasSize(2);
  }

  @Test
  void anAlignmentInTheMiddleSaysWhatItCost() throws Exception {
    ScenarioReport report = report(Scenario.DYNAMIC, List.of(2), aligned(""));

    assertThat(asked).containsExactly(List.of("--nodes=2", "--duration=45s", "--align-after=50%"));
    assertThat(report.text())
        .contains(
            "aligned 812 ms after the order\n",
            "longest time without an answer: 61 ms before, 118 ms from the order until 2 s after the alignment");
    assertThat(report.holds()).isTrue();
  }

  @Test
  void aMigrationBeginsWithoutLocalRequests() throws Exception {
    ScenarioReport report =
        report(
            Scenario.MIGRATION,
            List.of(2),
            aligned("")
                .replace("0.5", "0.01")
                .replace(
                    "'series'", "'alignBeginSeconds': 60.5, 'migratedSeconds': 63.25, 'series'"));

    assertThat(asked)
        .containsExactly(
            List.of("--nodes=2", "--duration=45s", "--align-after=50%", "--redis-apart"));
    assertThat(report.text())
        .contains(
            "aligned 812 ms after the order, all Redis primaries on the nodes after 2,750 ms");
    assertThat(report.holds()).isTrue();
  }

  @Test
  void aMigrationThatBeginsWithLocalRequestsFails() throws Exception {
    assertThat(report(Scenario.MIGRATION, List.of(2), aligned("")).text())
        .contains("random placement: local-hit rate 50.00 %, goal 0.00 % to 10.00 %");
  }

  @Test
  void aNodeThatSomebodyAddsCountsFromThenOn() throws Exception {
    String grown =
        aligned("")
            .replace("0.5", "1.0")
            .replace(
                "'series'",
                "'finalNodes': 3, 'alignBeginSeconds': 60.5, 'migratedSeconds': 90, 'series'");
    ScenarioReport report = report(Scenario.ELASTICITY, List.of(2), grown);

    assertThat(asked)
        .containsExactly(
            List.of(
                "--nodes=2",
                "--duration=45s",
                "--add-node-after=40%",
                "--speed=1",
                "--vehicles=300",
                "--checkpoint-interval=5s",
                "--buffer-timeout=50ms"));
    assertThat(report.text())
        .containsPattern("2 aligned +100.00 % +100.00 % +4,000 +2,000")
        .containsPattern("3 aligned +100.00 % +100.00 % +9,000 +3,000")
        .contains(
            "aligned 812 ms after somebody began to add the node, the store had grown after 29,500 ms",
            "118 ms from then until 2 s after the alignment");
    assertThat(report.holds()).isTrue();
  }

  @Test
  void aNodeOfTheStoreIsFollowedByTheJob() throws Exception {
    String grown =
        aligned("")
            .replace("0.5", "1.0")
            .replace(
                "'series'",
                "'finalNodes': 3, 'alignBeginSeconds': 60.5, 'migratedSeconds': 90, 'series'");
    ScenarioReport report = report(Scenario.RESCALE, List.of(2), grown);

    assertThat(asked.get(0)).contains("--add-node-after=40%", "--add-node-to=store");
    assertThat(report.text()).contains("the job had followed after 29,500 ms");
    assertThat(report.holds()).isTrue();
  }

  @Test
  void aNodeThatIsAddedToAJobThatIsNotAlignedFails() throws Exception {
    assertThat(report(Scenario.ELASTICITY, List.of(2), aligned("").replace("0.5", "0.97")).text())
        .contains("aligned placement: local-hit rate 97.00 %, goal 99.00 % to 100.00 %");
  }

  @Test
  void whatLinearRoadJudgesFailsTheScenario() throws Exception {
    ScenarioReport report =
        report(Scenario.DYNAMIC, List.of(2), aligned("'3 answers are not right'"));

    assertThat(report.text())
        .containsPattern("missed +2 nodes, random, then aligned: 3 answers are not right");
    assertThat(report.holds()).isFalse();
  }
}
