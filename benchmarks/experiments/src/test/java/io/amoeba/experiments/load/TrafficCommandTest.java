package io.amoeba.experiments.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.experiments.Parsed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrafficCommandTest {

  @ParameterizedTest
  @ValueSource(strings = {"high", "normal", "low"})
  void requestsNameThePriorityOfTheOption(String priority) {
    TrafficCommand command = new TrafficCommand();

    assertThat(Parsed.options(command, "--priority=" + priority).problems()).isEmpty();

    assertThat(Objects.requireNonNull(command.priority).payload())
        .hasSize(1)
        .allSatisfy(
            (key, value) -> {
              assertThat(key).isEqualTo("amoeba-priority");
              assertThat(StandardCharsets.US_ASCII.decode(value).toString()).isEqualTo(priority);
            });
  }

  @Test
  void everythingWrongIsReportedAtOnce() {
    StringWriter err = new StringWriter();

    int exitCode =
        AmoebaCommand.commandLine()
            .setErr(new PrintWriter(err))
            .execute(
                "bench", "traffic", "--priority=urgent", "--workload=D", "--move-to=127.0.0.2");

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString())
        .contains("--priority is 'urgent': use high or normal or low")
        .contains("--workload is 'D'")
        .contains("--move-to needs --move-after or --move-file");
  }
}
