package io.amoeba.hints.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.hints.protocol.targets.TargetPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsReaderTest {

  @Test
  void withoutOptionsTheDefaultsHold() throws Exception {
    AgentOptions options = OptionsReader.read("");

    assertThat(options.bufferEntries()).isEqualTo(10_000);
    assertThat(options.intervalMillis()).isEqualTo(90);
    assertThat(options.batchReads()).isEqualTo(256);
    assertThat(options.targets()).isEqualTo(TargetPolicy.ALL);
    assertThat(options.automaticStrain()).isTrue();
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
                    "interval-millis=0,batch-reads=-1,targets=some,lz4=maybe,colour=red"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("interval-millis=0: want a whole number 10 … 60000")
        .hasMessageContaining("batch-reads=-1: want a whole number 0 … 1000000")
        .hasMessageContaining("targets=some: want one of all, one, region-one, rack-one")
        .hasMessageContaining("lz4=maybe: want on or off")
        .hasMessageContaining("colour=red: there is no such option");
  }
}
