package io.amoeba.priority.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.agentchecks.OptionsChecks;
import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.priority.agent.AgentOptions.InlineLocal;
import io.amoeba.priority.agent.AgentOptions.Mode;
import io.amoeba.priority.agent.AgentOptions.OnUnauthorized;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsReaderTest extends OptionsChecks {

  OptionsReaderTest() {
    super(OptionsReader::read, OptionsReader::read, "request-priority.md");
  }

  @Test
  void withoutOptionsTheDefaultsHold() throws Exception {
    AgentOptions options = OptionsReader.read("");

    assertThat(options.mode()).isEqualTo(Mode.ACT);
    assertThat(options.limit().low()).isEmpty();
    assertThat(options.limit().mostLow()).isEqualTo(64);
    assertThat(options.limit().activation()).isEqualTo(1);
    assertThat(options.limit().quietTime()).isEqualTo(Duration.ofMillis(50));
    assertThat(options.limit().hopWaitTarget()).isEqualTo(Duration.ofNanos(250_000));
    assertThat(options.hold().longest()).isEqualTo(Duration.ofSeconds(1));
    assertThat(options.hold().requests()).isEqualTo(10_000);
    assertThat(options.hold().percentOfBytes()).isEqualTo(50);
    assertThat(options.threads().own()).isTrue();
    assertThat(options.threads().taskOrder()).isTrue();
    assertThat(options.threads().nice()).isEqualTo(10);
    assertThat(options.threads().low()).isEqualTo(64);
    assertThat(options.threads().inlineLocal()).isEqualTo(InlineLocal.LOW);
    assertThat(options.classes().standard()).isEqualTo(ServiceClass.NORMAL);
    assertThat(options.classes().anonymousMost()).isEqualTo(ServiceClass.HIGH);
    assertThat(options.classes().onUnauthorized()).isEqualTo(OnUnauthorized.WARN);
    assertThat(options.classes().roleHigh()).isEqualTo("priority_high");
    assertThat(options.classes().applications()).isEmpty();
    assertThat(options.propagate()).isTrue();
  }

  @Test
  void argumentsOverrideTheFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("options.yaml");
    Files.writeString(file, "low-limit: 4\nnice: 5\napplications: [spark=low, shop=high]\n");

    AgentOptions options = OptionsReader.read("low-limit=auto,config=" + file);

    assertThat(options.limit().low()).isEmpty();
    assertThat(options.threads().nice()).isEqualTo(5);
    assertThat(options.classes().applications())
        .containsEntry("spark", ServiceClass.LOW)
        .containsEntry("shop", ServiceClass.HIGH)
        .hasSize(2);
  }

  @Test
  void allErrorsAreReportedAtOnceWithKeyValueAndRange() {
    assertThatThrownBy(
            () ->
                OptionsReader.read(
                    "low-limit=0,quiet-time=50,hop-wait-target=1us,nice=20,mode=both,"
                        + "default-class=high,role-high=x/y,role-low=priority_high,"
                        + "applications=a=low+b=fast+a=high,colour=red"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("low-limit=0: want auto, or a whole number 1 … 1024")
        .hasMessageContaining("quiet-time=50: want a duration 0s … 10s with its unit")
        .hasMessageContaining("hop-wait-target=1us: want a duration 50us … 100ms with its unit")
        .hasMessageContaining("nice=20: want a whole number 0 … 19")
        .hasMessageContaining("mode=both: want one of act, observe")
        .hasMessageContaining("default-class=high: want normal or low")
        .hasMessageContaining("role-high=x/y: want the name of a role")
        .hasMessageContaining("want three different roles")
        .hasMessageContaining("'b=fast' is not name=class")
        .hasMessageContaining("applications: a is there twice")
        .hasMessageContaining("colour=red: there is no such option");
  }

  /** Each option as it stands on the agent's line, and in the file. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mode=observe                     | mode: observe
          low-limit=4                      | low-limit: 4
          max-low-limit=32                 | max-low-limit: 32
          activation=2                     | activation: 2
          quiet-time=0                     | quiet-time: 0s
          hop-wait-target=1ms              | hop-wait-target: 1000us
          max-hold-time=2s                 | max-hold-time: 2000ms
          max-held-requests=0              | max-held-requests: 0
          max-held-percent=20%             | max-held-percent: 20
          nice=0                           | nice: 0
          low-threads=8                    | low-threads: 8
          own-threads=off                  | own-threads: no
          task-order=off                   | task-order: false
          inline-local=high-and-low        | inline-local: HIGH_AND_LOW
          default-class=low                | default-class: low
          max-anonymous-class=normal       | max-anonymous-class: Normal
          on-unauthorized=error            | on-unauthorized: error
          role-high=gold                   | role-high: gold
          role-high-always=gold            | role-high-always: gold
          role-low=batch                   | role-low: batch
          applications=a=low+b=high        | applications: [a=low, b=high]
          applications="spark-nightly=LOW" | applications: spark-nightly=low
          normal-limit=auto                | normal-limit: AUTO
          propagate=off                    | propagate: no
          """)
  void lineAndFileMeanTheSame(String line, String yaml, @TempDir Path folder) throws Exception {
    assertMeansTheSame(line, yaml, folder);
  }
}
