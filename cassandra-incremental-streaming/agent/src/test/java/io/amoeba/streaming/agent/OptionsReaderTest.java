package io.amoeba.streaming.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.agentchecks.OptionsChecks;
import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.streaming.agent.AgentOptions.OnIneligible;
import io.amoeba.streaming.protocol.join.JoinSettings;
import io.amoeba.streaming.protocol.join.JoinSettings.StepOrder;
import io.amoeba.streaming.protocol.pace.JoinPace;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsReaderTest extends OptionsChecks {

  OptionsReaderTest() {
    super(OptionsReader::read, OptionsReader::read, "incremental-streaming.md");
  }

  @Test
  void withoutOptionsTheDefaultsHold() throws Exception {
    AgentOptions options = OptionsReader.read("");

    assertThat(options.join()).isEqualTo(JoinSettings.DEFAULTS);
    assertThat(options.onIneligible()).isEqualTo(OnIneligible.STOCK);
    assertThat(options.warmUp()).isTrue();
    assertThat(options.warmUpHotSet()).isTrue();
  }

  @Test
  void argumentsAreKeysAndValuesBetweenCommas() throws Exception {
    AgentOptions options =
        OptionsReader.read(
            "tokens-per-step=4,order=round-robin,seed=-7,group-size=2,on-ineligible=fail,warm-up=off,"
                + "warm-up-hot-set=off");

    assertThat(options.join().tokensPerStep()).isEqualTo(4);
    assertThat(options.join().order()).isEqualTo(StepOrder.ROUND_ROBIN);
    assertThat(options.join().seed()).isEqualTo(-7);
    assertThat(options.join().sendersAtATime()).isEqualTo(2);
    assertThat(options.onIneligible()).isEqualTo(OnIneligible.FAIL);
    assertThat(options.warmUp()).isFalse();
    assertThat(options.warmUpHotSet()).isFalse();
  }

  @Test
  void argumentsOverrideTheFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("options.yaml");
    Files.writeString(file, "order: random\nseed: 3\nwarm-up: off\n");

    AgentOptions options = OptionsReader.read("seed=4,config=" + file);

    assertThat(options.join().order()).isEqualTo(StepOrder.RANDOM);
    assertThat(options.join().seed()).isEqualTo(4);
    assertThat(options.warmUp()).isFalse();
  }

  @Test
  void allErrorsAreReportedAtOnceWithKeyValueAndRange() {
    assertThatThrownBy(
            () ->
                OptionsReader.read(
                    "tokens-per-step=0,order=up,look-ahead=two,colour=red,alone,"
                        + "warm-up-hot-set=some,joining-node-timeout=60,pace=fast"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("tokens-per-step=0: want a whole number 1 … 1536")
        .hasMessageContaining("order=up: want one of token, round-robin, random, least-loaded")
        .hasMessageContaining("look-ahead=two: want a whole number 0 … 8")
        .hasMessageContaining("colour=red: there is no such option")
        .hasMessageContaining("warm-up-hot-set=some: want on or off")
        .hasMessageContaining("joining-node-timeout=60: want a duration 1m … 7d with its unit")
        .hasMessageContaining("pace=fast: want clients, time, or a rate 0 … 100000MiB/s in whole")
        .hasMessageContaining("alone: want key=value");
  }

  @ParameterizedTest
  @ValueSource(strings = {"24", "24MB/s", "-1MiB/s", "100001MiB/s", "1KiB/s", "client", "0.5MiB/s"})
  void aPaceThatIsNoneIsRefused(String pace) {
    assertThatThrownBy(() -> OptionsReader.read("pace=" + pace))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("pace=" + pace + ": want clients, time, or a rate");
  }

  @Test
  void withoutAPaceOneSenderSendsAsFastAsItCan() throws Exception {
    AgentOptions options = OptionsReader.read("");

    assertThat(options.pace()).isEqualTo(JoinPace.ofRate(0));
    assertThat(options.join().sendersAtATime()).isEqualTo(1);
  }

  @Test
  void aFileThatIsNotThereIsAnError() {
    assertThatThrownBy(() -> OptionsReader.read("config=/nowhere/options.yaml"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("config=/nowhere/options.yaml: cannot be read");
  }

  /** Each option as it stands on the agent's line, and in the file. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tokens-per-step=4           | tokens-per-step: "4"
          order=LEAST_LOADED          | order: least-loaded
          seed=-7                     | seed: -7
          group-size=2                | group-size: 2
          look-ahead=0                | look-ahead: 0
          max-sstables-per-read=1_000 | max-sstables-per-read: 1000
          compaction-ramp-up=1h       | compaction-ramp-up: 60m
          on-ineligible=FAIL          | on-ineligible: 'fail'
          joining-node-timeout=2h     | joining-node-timeout: 7200s
          pace=CLIENTS                | pace: clients
          pace=time                   | pace: "Time"
          pace=24MiB/s                | pace: 24576KiB/s
          warm-up=no                  | warm-up: off
          warm-up-limit=1m            | warm-up-limit: 60s
          warm-up-hot-set=FALSE       | warm-up-hot-set: "off"
          """)
  void lineAndFileMeanTheSame(String line, String yaml, @TempDir Path folder) throws Exception {
    assertMeansTheSame(line, yaml, folder);
  }

  @Test
  void automaticStepsAreTheDefaultInAnyCase() throws Exception {
    assertThat(OptionsReader.read("tokens-per-step=AUTO")).isEqualTo(OptionsReader.read(""));
  }
}
