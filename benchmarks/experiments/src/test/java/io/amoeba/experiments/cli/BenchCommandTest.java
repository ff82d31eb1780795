package io.amoeba.experiments.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.alignment.AlignmentOptions;
import io.amoeba.experiments.scenario.ScenarioOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchCommandTest {
  private static AlignmentOptions read(OptionTexts texts, String... words) {
    return new AlignmentReader(Parsed.into(new AlignmentArguments(), words), texts, 2).read();
  }

  @Test
  void everythingWrongIsToldAtOnce() {
    StringWriter err = new StringWriter();
    CommandLine line = AmoebaCommand.commandLine().setErr(new PrintWriter(err));

    int exitCode =
        line.execute(
            "bench",
            "alignment",
            "--nodes=1,9",
            "--delay=1s",
            "--pairs=x",
            "--phase=1s",
            "--cpus-per-node=0");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "--containers or --scenario is missing",
            "--nodes is '1'",
            "--nodes is '9'",
            "--delay is '1s'")
        .contains("--pairs is 'x'", "--phase is '1s'", "--cpus-per-node is '0'");
  }

  @Test
  void aScenarioRefusesWhatItDoesNotKnow() {
    StringWriter err = new StringWriter();
    CommandLine line = AmoebaCommand.commandLine().setErr(new PrintWriter(err));

    int exitCode =
        line.execute(
            "bench",
            "alignment",
            "--scenario=dynamc",
            "--nodes=1",
            "--duration=1s",
            "--containers",
            "--delay=1us",
            "--logs=/proc");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains("--scenario is 'dynamc': use one of unaligned, static, dynamic, migration")
        .contains("--nodes is '1': use an integer from 2 to 8", "--duration is '1s'")
        .contains("--containers does not go with --scenario")
        .contains("--delay does not go with --scenario", "--logs does not go with --scenario");
  }

  @Test
  void durationIsThatOfAScenario() {
    OptionTexts texts = new OptionTexts();

    read(texts, "--containers", "--duration=60s");

    assertThat(texts.problems()).singleElement().asString().contains("--duration goes with");
  }

  @Test
  void aScenarioHasSizesAndDurationsOfItsOwn() {
    OptionTexts texts = new OptionTexts();

    ScenarioOptions options =
        new ScenarioReader(Parsed.into(new AlignmentArguments(), "--nodes=1,3"), texts)
            .read("unaligned");

    assertThat(texts.problems()).isEmpty();
    assertThat(options.nodes()).isEqualTo(List.of(1, 3));
    assertThat(options.duration()).isEqualTo(Duration.ofSeconds(45));
    assertThat(options.outputs().page()).hasToString("bench-alignment-unaligned.html");
  }

  @Test
  void benchAloneAsksForAnExperiment() {
    StringWriter err = new StringWriter();

    int exitCode = AmoebaCommand.commandLine().setErr(new PrintWriter(err)).execute("bench");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString()).contains("name an experiment");
  }

  @Test
  void defaultsShareTheMachineAmongTheNodesOfTheLargestSize() {
    OptionTexts texts = new OptionTexts();

    AlignmentOptions options = read(texts, "--containers");

    assertThat(texts.problems()).isEmpty();
    assertThat(options.nodes()).isEqualTo(List.of(2, 4, 8));
    assertThat(options.delay()).isEqualTo(Duration.ofNanos(100_000));
    assertThat(options.cpusPerNode()).isEqualTo(2 * 0.7 / 8);
  }

  @Test
  void givenValuesAreTaken() {
    OptionTexts texts = new OptionTexts();

    AlignmentOptions options =
        read(texts, "--containers", "--nodes", "4", "--delay", "50us", "--cpus-per-node", "0.25");

    assertThat(texts.problems()).isEmpty();
    assertThat(options.nodes()).isEqualTo(List.of(4));
    assertThat(options.delay()).isEqualTo(Duration.ofNanos(50_000));
    assertThat(options.cpusPerNode()).isEqualTo(0.25);
  }
}
