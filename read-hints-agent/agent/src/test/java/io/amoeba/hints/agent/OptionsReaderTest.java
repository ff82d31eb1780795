package io.amoeba.hints.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.agentchecks.OptionsChecks;
import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.hints.protocol.targets.TargetPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsReaderTest extends OptionsChecks {

  OptionsReaderTest() {
    super(OptionsReader::read, OptionsReader::read, "read-hints.md");
  }

  @Test
  void withoutOptionsTheDefaultsHold() throws Exception {
    AgentOptions options = OptionsReader.read("");

    assertThat(options.bufferEntries()).isEqualTo(10_000);
    assertThat(options.intervalMillis()).isEqualTo(90);
    assertThat(options.minBatchSize()).isEqualTo(256);
    assertThat(options.targets()).isEqualTo(TargetPolicy.ALL);
    assertThat(options.loadShedding()).isTrue();
  }

  @Test
  void argumentsOverrideTheFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("options.yaml");
    Files.writeString(file, "targets: rack-one\nlz4: on\nexclude: ks1 ks2.t\n");

    AgentOptions options = OptionsReader.read("targets=region-one,config=" + file);

    assertThat(options.targets()).isEqualTo(TargetPolicy.REGION_ONE);
    assertThat(options.lz4()).isTrue();
    assertThat(options.exclude()).containsExactly("ks1", "ks2.t");
  }

  @Test
  void allErrorsAreReportedAtOnceWithKeyValueAndRange() {
    assertThatThrownBy(
            () ->
                OptionsReader.read(
                    "interval=0,min-batch-size=-1,targets=some,lz4=maybe,colour=red"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("interval=0: want a duration 10ms … 1m with its unit")
        .hasMessageContaining("min-batch-size=-1: want a whole number 0 … 1000000")
        .hasMessageContaining("targets=some: want one of all, one, region-one, rack-one")
        .hasMessageContaining("lz4=maybe: want on or off")
        .hasMessageContaining("colour=red: there is no such option");
  }

  /** Each option as it stands on the agent's line, and in the file. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          buffer-entries=20_000     | buffer-entries: 20000
          interval=1s               | interval: 1000ms
          min-batch-size=0          | min-batch-size: "0"
          range-reads=ON            | range-reads: yes
          targets=RACK_ONE          | targets: 'rack-one'
          lz4=true                  | lz4: on
          batches-in-flight=8       | batches-in-flight: 8
          apply-percent=50%         | apply-percent: 50 %
          load-shedding=no          | load-shedding: off
          hot-set-entries=0         | hot-set-entries: 0
          warm-up-limit=1h          | warm-up-limit: 60m
          exclude=shop+bill.items   | exclude: [shop, bill.items]
          exclude="shop,bill.items" | exclude: shop bill.items
          replay-threads=3          | replay-threads: 3
          max-replay-rows=7         | max-replay-rows: 7
          max-replay-size=2MiB      | max-replay-size: 2048KiB
          max-replay-time=1s        | max-replay-time: 1000ms
          max-hint-age=2s           | max-hint-age: 2000ms
          """)
  void lineAndFileMeanTheSame(String line, String yaml, @TempDir Path folder) throws Exception {
    assertMeansTheSame(line, yaml, folder);
  }
}
