package io.amoeba.experiments.alignment;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.experiments.Parsed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AlignmentCommandTest {
  private static AlignmentOptions read(String... words) {
    AlignmentCommand command = new AlignmentCommand(2);
    GivenOptions given = Parsed.options(command, words);
    AlignmentOptions options = command.options(given);
    assertThat(given.problems()).isEmpty();
    return options;
  }

  @Test
  void everythingWrongIsReportedAtOnce() {
    StringWriter err = new StringWriter();
    CommandLine line = AmoebaCommand.commandLine().setErr(new PrintWriter(err));

    int exitCode =
        line.execute(
            "bench",
            "alignment",
            "--nodes=1,9,x,y",
            "--delay=1s",
            "--pairs=x",
            "--phase=1s",
            "--cpus-per-node=0");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains("--nodes is '1': use an integer from 2 to 8", "--nodes is '9'")
        .contains("--nodes is 'x': use an integer from 2 to 8", "--nodes is 'y'")
        .contains("--delay is '1s': use a time from 0us to 10ms")
        .contains("--pairs is 'x': use an integer from 2 to 50")
        .contains("--phase is '1s'", "--cpus-per-node is '0'");
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
    AlignmentOptions options = read();

    assertThat(options.nodes()).isEqualTo(List.of(2, 4, 8));
    assertThat(options.delay()).isEqualTo(Duration.ofNanos(100_000));
    assertThat(options.cpusPerNode()).isEqualTo(2 * 0.7 / 8);
  }

  @Test
  void givenValuesAreTaken() {
    AlignmentOptions options = read("--nodes", "4", "--delay", "50us", "--cpus-per-node", "0.25");

    assertThat(options.nodes()).isEqualTo(List.of(4));
    assertThat(options.delay()).isEqualTo(Duration.ofNanos(50_000));
    assertThat(options.cpusPerNode()).isEqualTo(0.25);
  }
}
