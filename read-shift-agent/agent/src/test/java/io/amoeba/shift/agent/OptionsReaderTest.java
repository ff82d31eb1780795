package io.amoeba.shift.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.agentchecks.OptionsChecks;
import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.shift.agent.AgentOptions.TurnOptions;
import io.amoeba.shift.protocol.decision.ShiftMode;
import io.amoeba.shift.protocol.decision.ShiftSettings;
import io.amoeba.shift.protocol.turns.PostponeBounds;
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
  void withoutOptionsNoLeverIsOn() throws Exception {
    AgentOptions options = OptionsReader.read("");

    assertThat(options.shift()).isEqualTo(new ShiftSettings(ShiftMode.OFF, 20, 60, 85));
    assertThat(options.warmUpLimit()).isEqualTo(Duration.ofSeconds(30));
    assertThat(options.turns())
        .isEqualTo(
            new TurnOptions(
                false,
                1L << 30,
                Duration.ofMinutes(5),
                Duration.ofSeconds(15),
                new PostponeBounds(1_800_000, 20, 16, 16, 30)));
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
                    "severity=on,min-disk-wait=0,max-use=90%,return-use=80,warm-up-limit=2h,turn=5s,turn-gap=5s,max-postponed=9s,large-compaction=1,colour=red"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("severity=on: want one of off, auto, always")
        .hasMessageContaining("min-disk-wait=0: want a whole number 1 … 100")
        .hasMessageContaining("warm-up-limit=2h: want a duration 0s … 1h")
        .hasMessageContaining("return-use=80, max-use=90: want return-use at least as large")
        .hasMessageContaining("turn-gap=5000 ms, turn=5000 ms: want a shorter turn-gap")
        .hasMessageContaining("max-postponed=9000 ms, turn=5000 ms: want max-postponed of at least")
        .hasMessageContaining("large-compaction=1: want a whole number 1024 … 1073741824 of KiB")
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
          turns=on          | turns: yes
          large-compaction=1MiB | large-compaction: 1024KiB
          turn=1m           | turn: 60s
          turn-gap=5s       | turn-gap: 5000ms
          max-postponed=1h  | max-postponed: 60m
          max-pending=5     | max-pending: 5
          max-sstables-per-read=5 | max-sstables-per-read: 5
          max-level-0=5     | max-level-0: 5
          min-free-disk=10% | min-free-disk: 10
          """)
  void lineAndFileMeanTheSame(String line, String yaml, @TempDir Path folder) throws Exception {
    assertMeansTheSame(line, yaml, folder);
  }
}
