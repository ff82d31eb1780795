package io.amoeba.shift.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.agentchecks.OptionsChecks;
import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.shift.protocol.decision.ShiftMode;
import io.amoeba.shift.protocol.decision.ShiftSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsReaderTest extends OptionsChecks {

  OptionsReaderTest() {
    super(OptionsReader::read, OptionsReader::read, "read-shift.md");
  }

  /** No lever is on: what has shown no gain is not switched on by an upgrade. */
  @Test
  void withoutOptionsReadsStay() throws Exception {
    assertThat(OptionsReader.read(""))
        .isEqualTo(
            new AgentOptions(new ShiftSettings(ShiftMode.OFF, 20, 60, 85), Duration.ofSeconds(30)));
  }

  @Test
  void argumentsOverrideTheFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("options.yaml");
    Files.writeString(file, "severity: always\nmax-use: 50%\n");

    AgentOptions options = OptionsReader.read("severity=auto,config=" + file);

    assertThat(options.shift()).isEqualTo(new ShiftSettings(ShiftMode.AUTO, 20, 50, 85));
  }

  @Test
  void allErrorsAreReportedAtOnceWithKeyValueAndRange() {
    assertThatThrownBy(
            () ->
                OptionsReader.read(
                    "severity=on,min-disk-wait=0,max-use=90%,return-use=80,warm-up-limit=2h,colour=red"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("severity=on: want one of off, auto, always")
        .hasMessageContaining("min-disk-wait=0: want a whole number 1 … 100")
        .hasMessageContaining("warm-up-limit=2h: want a duration 0s … 1h")
        .hasMessageContaining("return-use=80, max-use=90: want return-use at least as large")
        .hasMessageContaining("colour=red: there is no such option");
  }

  /** Each option as it stands on the agent's line, and in the file. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          severity=auto     | severity: AUTO
          min-disk-wait=50% | min-disk-wait: 50
          max-use=70        | max-use: 70%
          return-use=90     | return-use: 90
          warm-up-limit=0   | warm-up-limit: 0s
          """)
  void lineAndFileMeanTheSame(String line, String yaml, @TempDir Path folder) throws Exception {
    assertMeansTheSame(line, yaml, folder);
  }
}
