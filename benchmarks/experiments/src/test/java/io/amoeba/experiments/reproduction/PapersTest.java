package io.amoeba.experiments.reproduction;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.experiments.ExperimentCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParseResult;

final class PapersTest {
  private final Papers papers = Papers.load();

  @Test
  void everyMechanismHasHeadlines() {
    for (Headline.Part part : Headline.Part.values()) {
      assertThat(papers.of(part)).as(part.title()).hasSizeGreaterThanOrEqualTo(8);
    }
  }

  @Test
  void headlinesAreUnique() {
    assertThat(papers.headlines()).extracting(Headline::id).doesNotHaveDuplicates();
    assertThat(papers.headlines()).extracting(Headline::claim).doesNotHaveDuplicates();
  }

  @Test
  void headlineIsMeasuredOrSaysWhyNot() {
    List<String> experiments = papers.experiments().stream().map(PlannedExperiment::name).toList();

    assertThat(papers.headlines())
        .allSatisfy(
            headline ->
                assertThat(
                        Stream.of(headline.measured(), headline.missing(), headline.unmeasured())
                            .filter(Objects::nonNull))
                    .as(headline.id())
                    .hasSize(1));
    assertThat(papers.headlines())
        .extracting(Headline::measured)
        .filteredOn(Objects::nonNull)
        .extracting(Headline.Measured::experiment)
        .isSubsetOf(experiments)
        .containsAll(experiments);
  }

  @Test
  void commandsOfExperimentsAreValid() {
    for (PlannedExperiment experiment : papers.experiments()) {
      for (PlannedExperiment.Size size : PlannedExperiment.Size.values()) {
        String command = experiment.command(size);
        ParseResult parsed = AmoebaCommand.commandLine().parseArgs(command.split(" "));
        while (parsed.hasSubcommand()) {
          parsed = parsed.subcommand();
        }

        assertThat(parsed.commandSpec().userObject())
            .as(command)
            .isInstanceOf(ExperimentCommand.class);
        assertThat(GivenOptions.of(parsed.commandSpec()).problems()).as(command).isEmpty();
      }
    }
  }

  @Test
  void quickExperimentsTakeAboutHalfAnHour() {
    assertThat(
            papers.experiments().stream()
                .filter(experiment -> experiment.has(PlannedExperiment.Size.QUICK))
                .mapToInt(PlannedExperiment::quickMinutes)
                .sum())
        .isLessThanOrEqualTo(31);
  }

  @Test
  void guidesOfExperimentsExist() {
    Path docs = Path.of("../../docs");

    assertThat(papers.experiments())
        .allSatisfy(
            experiment -> assertThat(Files.exists(docs.resolve(experiment.guide()))).isTrue());
  }
}
