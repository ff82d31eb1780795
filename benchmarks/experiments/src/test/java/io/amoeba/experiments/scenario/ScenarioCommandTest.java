package io.amoeba.experiments.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.experiments.Parsed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioCommandTest {
  private static String refused(String... words) {
    StringWriter err = new StringWriter();
    int exitCode = AmoebaCommand.commandLine().setErr(new PrintWriter(err)).execute(words);
    assertThat(exitCode).isEqualTo(2);
    return err.toString();
  }

  @Test
  void aScenarioRefusesWhatItDoesNotKnow() {
    String refused =
        refused("bench", "scenario", "dynamc", "--nodes=1", "--duration=1s", "--delay=1us");

    assertThat(refused)
        .contains("NAME is 'dynamc': use one of unaligned, static, dynamic, migration")
        .contains("--nodes is '1': use an integer from 2 to 8", "--duration is '1s'")
        .contains("Unknown option: '--delay=1us'");
  }

  @Test
  void aScenarioIsNamed() {
    assertThat(refused("bench", "scenario")).contains("NAME is missing: use one of unaligned");
  }

  @Test
  void aScenarioHasSizesAndDurationsOfItsOwn() {
    ScenarioCommand command = new ScenarioCommand();
    GivenOptions given = Parsed.options(command, "unaligned", "--nodes=1,3");

    ScenarioExperiment experiment = command.experiment(given);

    assertThat(given.problems()).isEmpty();
    assertThat(experiment.nodes()).isEqualTo(List.of(1, 3));
    assertThat(experiment.duration()).isEqualTo(Duration.ofSeconds(45));
    assertThat(experiment.outputs().page()).hasToString("bench-scenario-unaligned.html");
  }
}
