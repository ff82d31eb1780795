package io.amoeba.experiments.reproduction;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.Parsed;
import io.amoeba.report.MachineLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReproductionCommandTest {
  private static final PlannedExperiment UNALIGNED = Papers.load().experiments().get(0);

  @TempDir private Path folder;

  private static List<String> problems(String... words) {
    return Parsed.read(new ReproductionCommand(), ReproductionCommand::read, words).problems();
  }

  private void keepResultOf(String machine) throws Exception {
    new ResultFolder(folder)
        .keep(
            UNALIGNED,
            ExperimentResult.of(
                UNALIGNED,
                PlannedExperiment.Size.FULL,
                Instant.EPOCH,
                Duration.ZERO,
                machine,
                Examples.report(true)));
  }

  @Test
  void allThatIsWrongIsReportedTogether() {
    assertThat(
            problems("--only", "scenario-unaligned,joins,reads", "--render", "--out", "/proc/none"))
        .hasSize(4)
        .anyMatch(
            problem -> problem.startsWith("--only is 'joins': use some of scenario-unaligned, "))
        .anyMatch(problem -> problem.startsWith("--only is 'reads'"))
        .anyMatch(problem -> problem.startsWith("--out is '/proc/none': no files can be written"))
        .anyMatch(problem -> problem.startsWith("--only cannot be combined with --render"));
  }

  @Test
  void variantsThatQuickLeavesOutCannotBeChosenWithIt() {
    assertThat(problems("--quick", "--only", "cassandra-join-all", "--out", folder.toString()))
        .singleElement()
        .asString()
        .startsWith("--only is 'cassandra-join-all': use some of ");
  }

  @Test
  void resultsOfAnotherMachineAreNotMixedWithThoseOfThisOne() throws Exception {
    keepResultOf("64 other CPUs");

    assertThat(problems("--only", "scenario-unaligned", "--out", folder.toString()))
        .singleElement()
        .asString()
        .contains("results of another machine (64 other CPUs): name another folder");
  }

  @Test
  void damagedResultIsReportedBeforeAnythingRuns() throws Exception {
    Files.writeString(folder.resolve("scenario-dynamic.json"), "{");

    assertThat(problems("--only", "scenario-unaligned", "--out", folder.toString()))
        .singleElement()
        .asString()
        .contains("scenario-dynamic.json is not a result of bench all");
  }

  @Test
  void experimentsWithResultsNeedNothing() throws Exception {
    keepResultOf(MachineLine.text());

    assertThat(problems("--only", "scenario-unaligned", "--out", folder.toString())).isEmpty();
  }

  @Test
  void pagesOfAMissingFolderAreRefused() {
    Path missing = folder.resolve("none");

    assertThat(problems("--render", "--out", missing.toString()))
        .containsExactly(
            "--out is '%s', which does not exist: name a folder with results, or omit --render to measure them"
                .formatted(missing));
  }
}
